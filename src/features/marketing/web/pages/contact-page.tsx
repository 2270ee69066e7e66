import { CONTACT_MAXIMA, type ContactPage as Contact, type ContactField } from '../../contract.ts'
import { LinkButton } from '../link-button.tsx'
import { Column, PageHead } from './page-head.tsx'

const control =
  'w-full rounded-lg border border-control bg-surface px-3.5 text-base hover:border-ink-faint aria-[invalid=true]:border-bad-line'

interface FieldProps {
  page: Contact
  name: ContactField
  label: string
  type?: 'text' | 'email'
  autoComplete?: string
  maxLength: number
  lines?: number
}

function Field({ page, name, label, type = 'text', autoComplete, maxLength, lines }: FieldProps) {
  const error = page.errors[name]
  const id = `contact-${name}`
  const shared = {
    id,
    name,
    required: true,
    maxLength,
    autoComplete,
    'aria-invalid': error ? ('true' as const) : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-md font-medium">
        {label}
      </label>
      {lines ? (
        <textarea {...shared} rows={lines} defaultValue={page.values[name]} className={`${control} py-2.5`} />
      ) : (
        <input {...shared} type={type} defaultValue={page.values[name]} className={`${control} h-11`} />
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-md text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

/** Reaches the people behind this instance; it needs no script. */
export function ContactPage({ page }: { page: Contact }) {
  return (
    <Column>
      <PageHead title="Contact" lead="Write to us: a person reads it." />
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {page.closed ? (
          <p className="text-base text-ink-soft">The operator of this server has not provided a contact address.</p>
        ) : page.state === 'sent' ? (
          <div role="status" className="self-start rounded-xl border border-line-strong bg-surface p-6 sm:p-8">
            <h2 className="text-xl font-semibold tracking-[-0.015em]">Thank you, your message is on its way</h2>
            <p className="mt-2 mb-6 text-base text-ink-soft">We will reply to the address you gave.</p>
            <LinkButton href="/">Back to the homepage</LinkButton>
          </div>
        ) : (
          <ContactForm page={page} />
        )}
        {page.times.length > 0 && (
          <aside aria-labelledby="times-heading">
            <h2 id="times-heading" className="text-lg font-semibold tracking-[-0.01em]">
              When you hear from us
            </h2>
            <ul className="mt-3 divide-y divide-line border-y border-line">
              {page.times.map((time) => (
                <li key={time} className="py-3 text-base text-ink-soft">
                  {time}
                </li>
              ))}
            </ul>
          </aside>
        )}
      </div>
    </Column>
  )
}

const ContactForm = ({ page }: { page: Contact }) => (
  <form method="post" action="/contact" className="grid gap-5">
    {page.failure && (
      <p role="alert" className="rounded-lg bg-bad-soft px-4 py-3 text-base text-bad">
        {page.failure}
      </p>
    )}
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        page={page}
        name="first_name"
        label="First name"
        autoComplete="given-name"
        maxLength={CONTACT_MAXIMA.name}
      />
      <Field
        page={page}
        name="last_name"
        label="Last name"
        autoComplete="family-name"
        maxLength={CONTACT_MAXIMA.name}
      />
    </div>
    <Field page={page} name="email" label="Email" type="email" autoComplete="email" maxLength={CONTACT_MAXIMA.email} />
    <Field page={page} name="subject" label="Subject" maxLength={CONTACT_MAXIMA.subject} />
    <Field page={page} name="message" label="Message" maxLength={CONTACT_MAXIMA.message} lines={8} />
    {/* A honeypot: bots fill it in, people do not see it. */}
    <div hidden>
      <label htmlFor="contact-website">Leave this empty</label>
      <input id="contact-website" name="website" type="text" tabIndex={-1} autoComplete="off" />
    </div>
    <div>
      <button
        type="submit"
        className="h-12 cursor-pointer rounded-lg border border-accent-edge bg-accent px-6 text-base font-medium text-on-accent shadow-key inset-shadow-accent hover:bg-accent-hover"
      >
        Send message
      </button>
    </div>
  </form>
)
