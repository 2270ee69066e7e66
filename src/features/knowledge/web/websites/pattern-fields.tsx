import { useId } from 'react'
import { type FieldValues, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { isSelected, normalizePattern, pathOf } from '../../../../kernel/address-patterns.ts'
import { formatNumber } from '../../../../kernel/format.ts'
import { plural } from '../../../../kernel/text.ts'
import type { ControlledProps } from '../../../../web/ui/controlled-props.ts'
import { TextareaField } from '../../../../web/ui/form.tsx'
import { SkeletonRows } from '../../../../web/ui/skeleton.tsx'
import { PATTERNS_MAX } from '../../contract.ts'

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Patterns as typed, one per line. */
export const patternsField = z
  .string()
  .transform(linesOf)
  .refine((patterns) => patterns.length <= PATTERNS_MAX, { error: `At most ${PATTERNS_MAX} patterns.` })
  .refine((patterns) => patterns.every((pattern) => pattern.length <= 500), {
    error: 'A pattern has at most 500 characters.',
  })

export interface TypedPatterns {
  include: string
  exclude: string
}

/** Addresses for the preview. */
export interface KnownAddresses {
  addresses: readonly string[]
  /** Number of all; `addresses` may be some of them. */
  total: number
}

type PatternFieldsProps<V extends FieldValues, T> = Pick<ControlledProps<V, T>, 'control'> & {
  /** Undefined while they are loaded, null when they cannot be loaded. */
  known: KnownAddresses | null | undefined
}

/** Fields for the addresses to read and to leave out, with a live preview of what they match. */
export function PatternFields<V extends TypedPatterns, T>({ control, known }: PatternFieldsProps<V, T>) {
  const [include, exclude] = useWatch({
    control,
    name: ['include', 'exclude'] as never,
  }) as unknown as [string, string]
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="sr-only">Addresses to read</legend>
      <TextareaField
        control={control}
        name={'include' as ControlledProps<V, T>['name']}
        label="Read only these addresses"
        optional
        rows={2}
        placeholder="/docs/"
        hint="One pattern per line, as in robots.txt: it matches the beginning of a path; * is any text, $ the end."
      />
      <TextareaField
        control={control}
        name={'exclude' as ControlledProps<V, T>['name']}
        label="Leave these addresses out"
        optional
        rows={2}
        placeholder="*/print"
        hint="Content already read from these addresses is removed."
      />
      <PatternPreview include={linesOf(include)} exclude={linesOf(exclude)} known={known} />
    </fieldset>
  )
}

const SAMPLE_SIZE = 5

interface PatternPreviewProps {
  include: string[]
  exclude: string[]
  known: KnownAddresses | null | undefined
}

function PatternPreview({ include, exclude, known }: PatternPreviewProps) {
  if (known === undefined) return <SkeletonRows rows={2} />
  if (known === null) return <p className="text-sm text-bad">The known addresses could not be loaded.</p>
  const { addresses, total } = known
  if (addresses.length === 0)
    return <p className="text-sm text-ink-soft">No addresses are known yet, so there is no preview.</p>
  const patterns = { include: include.map(normalizePattern), exclude: exclude.map(normalizePattern) }
  const selected = addresses.filter((address) => isSelected(address, patterns))
  const leftOut = addresses.filter((address) => !isSelected(address, patterns))
  const isSample = addresses.length < total
  const ofAll = isSample
    ? `${formatNumber(selected.length)} of ${formatNumber(addresses.length)} examples`
    : `${formatNumber(selected.length)} of ${plural(total, 'known address', 'known addresses')}`
  return (
    <div className="rounded-lg bg-sunken px-3 py-2.5 text-sm">
      <p role="status" className="font-medium text-ink tabular-nums">
        {`${ofAll} match${isSample ? ` (${formatNumber(total)} in total)` : ''}`}
      </p>
      {selected.length === 0 && <p className="mt-0.5 text-bad">Nothing would be read with these patterns.</p>}
      <AddressSample label="Read" addresses={selected} />
      <AddressSample label="Left out" addresses={leftOut} />
    </div>
  )
}

function AddressSample({ label, addresses }: { label: string; addresses: readonly string[] }) {
  const labelId = useId()
  if (addresses.length === 0) return null
  const more = addresses.length - SAMPLE_SIZE
  return (
    <div className="mt-2">
      <h3 id={labelId} className="text-ink-soft">
        {label}
      </h3>
      <ul aria-labelledby={labelId}>
        {addresses.slice(0, SAMPLE_SIZE).map((address) => (
          <li key={address} className="truncate text-ink">
            {pathOf(address)}
          </li>
        ))}
        {more > 0 && <li className="text-ink-faint">{`and ${formatNumber(more)} more`}</li>}
      </ul>
    </div>
  )
}
