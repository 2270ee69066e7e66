import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, useLoaderData, useNavigate } from 'react-router'
import { api, client } from '../../../web/api/api.ts'
import { ApiError, messageOf } from '../../../web/api/api-error.ts'
import { chosenPlan, pathAfterSetup } from '../../../web/api/landing-path.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { storeSelectedWorkspace } from '../../../web/api/selected-workspace.ts'
import { Mark } from '../../../web/brand/mark.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { applyServerErrors, FormError, TextField, useZodForm } from '../../../web/ui/form.tsx'
import { useDocumentTitle } from '../../../web/ui/page-title.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { loadSession, useSession, useSignOut } from '../../accounts/web/index.ts'
import { type PlanKey, productPlanOf } from '../../billing/contract.ts'
import { Paywall } from '../../billing/web/index.ts'
import { createWorkspaceInput } from '../contract.ts'
import { showCrawlToast } from './crawl-toast.ts'
import { LogoField } from './settings/logo-field.tsx'
import { limitAlert, limitMessage } from './workspace-limit.ts'

/** Label of the busy button. */
const STEPS = { creating: 'Creating workspace...', crawling: 'Crawling website....' }

/** A workspace that is there, but could not be gone on to. */
interface Created {
  workspace: { id: string; name: string }
  failure: string
  /** It is being tried once more. */
  opening: boolean
}

/** The workspace exists: later failures are shown but do not stop the user. */
async function uploadLogo(file: File, workspaceId: string) {
  try {
    await client.appearance.uploadPicture({ kind: 'logo', file }, { context: { workspaceId } })
  } catch {
    toastError('Failed to upload logo or header image')
  }
}

/** Returns true while a website is being crawled, and false where that is unknown. */
async function isBeingCrawled(workspaceId: string): Promise<boolean> {
  try {
    const { items } = await client.knowledge.websites.list({}, { context: { workspaceId } })
    return items.some(({ run }) => run?.state === 'queued' || run?.state === 'running')
  } catch {
    return false
  }
}

/**
 * Loads what would otherwise jump in: the title, the plan's limit, and the plan chosen before signing up, which it
 * returns.
 */
export async function loader(): Promise<PlanKey | null> {
  if (!(await loadSession().catch(() => null))) return null
  const [plan] = await Promise.allSettled([
    chosenPlan(),
    queryClient.ensureQueryData(api.workspaces.list.queryOptions()),
    queryClient.ensureQueryData(api.billing.access.queryOptions()),
  ])
  return plan.status === 'fulfilled' && plan.value ? plan.value.key : null
}

/** /workspace-setup: a name is all it takes; its website is read; a logo makes it look like one's own at once. */
export function Component() {
  useDocumentTitle('Create Workspace')
  const navigate = useNavigate()
  const plan = useLoaderData<typeof loader>()
  const workspaces = useQuery(api.workspaces.list.queryOptions())
  const access = useQuery(api.billing.access.queryOptions())
  const [refusedAt, setRefusedAt] = useState<number>()
  const [logo, setLogo] = useState<File>()
  const [step, setStep] = useState<keyof typeof STEPS>('creating')
  const [created, setCreated] = useState<Created>()
  const form = useZodForm(createWorkspaceInput, { name: '', website_url: '' })
  const { isSubmitting, errors } = form.formState

  const limit = access.data?.limits.workspaces ?? null
  const owned = workspaces.data?.items.filter((workspace) => workspace.billed_to_me).length ?? 0
  const atLimit = refusedAt ?? (limit !== null && owned >= limit ? limit : undefined)
  const belongsSomewhere = (workspaces.data?.items.length ?? 0) > 0

  /** Opens the workspace, which exists in any case: another attempt would not create a second one. */
  async function open(workspace: Created['workspace']) {
    try {
      await queryClient.fetchQuery(api.workspaces.list.queryOptions({ staleTime: 0 }))
    } catch (error) {
      setCreated({ workspace, failure: messageOf(error), opening: false })
      return
    }
    if (await isBeingCrawled(workspace.id)) showCrawlToast()
    await navigate(await pathAfterSetup(), { replace: true })
  }

  async function openAgain() {
    if (!created || created.opening) return
    setCreated({ ...created, opening: true })
    await open(created.workspace)
  }

  const submit = form.handleSubmit(async (values) => {
    setStep('creating')
    try {
      const workspace = await client.workspaces.create(values)
      if (logo) await uploadLogo(logo, workspace.id)
      if (values.website_url) setStep('crawling')
      await queryClient.cancelQueries()
      storeSelectedWorkspace(workspace.id)
      toast({ message: 'Workspace created successfully!' })
      await open(workspace)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'limit.workspaces') {
        const position = typeof error.details?.limit === 'number' ? error.details.limit : (limit ?? 1)
        setRefusedAt(position)
        toast({ title: 'Workspace Limit Reached', message: limitMessage(position), destructive: true })
      } else if (!applyServerErrors(form, error)) toastError(messageOf(error))
    }
  })

  if (created)
    return (
      <main className="mx-auto flex min-h-dvh w-full max-w-110 flex-col justify-center px-5 py-10">
        <Mark size={36} className="mx-auto mb-5" />
        <h1 className="text-center text-2xl font-semibold">“{created.workspace.name}” was created</h1>
        <ErrorState
          className="pt-8"
          title="The workspace could not be opened yet"
          message={created.failure}
          onRetry={() => void openAgain()}
          retrying={created.opening}
        />
      </main>
    )
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-110 flex-col justify-center px-5 py-10">
      <Suspense>{access.data?.paywall && <Paywall payer={null} mayTakeOver={false} forNewWorkspace />}</Suspense>
      {belongsSomewhere && (
        <Link
          to="/dashboard"
          className="mb-8 inline-flex w-fit items-center gap-1.5 rounded-sm text-sm text-ink-soft hover:text-ink"
        >
          <ArrowLeft size={15} aria-hidden="true" />
          Back to dashboard
        </Link>
      )}
      <Mark size={36} className="mb-5" />
      <h1 className="text-2xl font-semibold">
        {belongsSomewhere ? 'Create a workspace' : 'Set up your first workspace'}
      </h1>
      <p className="mt-1 mb-7 text-base text-ink-soft">
        A workspace holds the FAQs, knowledge and visitor questions of one product or brand.
      </p>
      {plan && (
        <p className="-mt-3 mb-7 rounded-lg border border-line bg-accent-soft px-4 py-3 text-md">
          {`You chose ${productPlanOf(plan).name}. You can subscribe as soon as your workspace is set up.`}
        </p>
      )}
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {atLimit !== undefined && <FormError message={limitAlert(atLimit)} />}
        <FormError message={errors.root?.message} />
        <TextField
          control={form.control}
          name="name"
          label="Workspace name"
          placeholder="Your company or product"
          autoComplete="organization"
          hint="Visitors see it on your help page."
        />
        <TextField
          control={form.control}
          name="website_url"
          label="Business website URL"
          optional
          hint="Its pages are read, so that answers and suggested FAQs can draw on them. You can add it later."
          placeholder="https://example.com"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
        />
        <LogoField file={logo} onFileChange={setLogo} disabled={isSubmitting} />
        <Button type="submit" variant="primary" size="lg" className="mt-1 w-full" loading={isSubmitting}>
          {isSubmitting ? STEPS[step] : 'Create Workspace'}
        </Button>
      </form>
      {!belongsSomewhere && <SignedInUser />}
    </main>
  )
}

/** Without a workspace there is no account menu. */
function SignedInUser() {
  const profile = useSession()
  const leave = useSignOut()
  if (!profile) return null
  return (
    <p className="mt-8 flex flex-wrap items-center justify-center gap-x-2 text-sm text-ink-soft">
      <span className="min-w-0 wrap-anywhere">Signed in as {profile.email}</span>
      <Button size="sm" variant="ghost" onClick={leave}>
        Sign out
      </Button>
    </p>
  )
}
