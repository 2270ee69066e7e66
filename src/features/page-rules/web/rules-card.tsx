import { ArrowDown, ArrowUp, Pencil, Plus, Route, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { messageOf } from '../../../web/api/api-error.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { cx } from '../../../web/ui/class-names.ts'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { IconButton } from '../../../web/ui/icon-button.tsx'
import { Switch } from '../../../web/ui/switch.tsx'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { type PageRule, type PageRules, RULES_MAX } from '../contract.ts'
import { ruleSummary } from '../domain/rule-words.ts'
import { SAVING_FAILED, type useSaveRules } from './use-page-rules.ts'

const RuleDialog = lazy(() => import('./rule-dialog.tsx'))

interface RulesCardProps {
  stored: PageRules
  mayWrite: boolean
  saving: ReturnType<typeof useSaveRules>
}

/** The rules in their order, each with what can be done to it. */
export function RulesCard({ stored, mayWrite, saving }: RulesCardProps) {
  const { rules } = stored
  const { busy, save, saveOrToast } = saving
  /** Position of the rule that is edited among the rules of then; that of a new one is at the end. */
  const [edited, setEdited] = useState<{ position: number; from: PageRules }>()
  const edit = (position: number) => setEdited({ position, from: stored })
  const isFull = rules.length >= RULES_MAX
  const add = mayWrite && (
    <Button
      variant="primary"
      icon={<Plus size={16} aria-hidden="true" />}
      disabled={isFull}
      onClick={() => edit(rules.length)}
    >
      Add rule
    </Button>
  )
  const remove = async (index: number, rule: PageRule) => {
    try {
      const saved = await save({ rules: rules.toSpliced(index, 1) })
      const restore = () =>
        void saveOrToast({ rules: saved.rules.toSpliced(index, 0, rule), from: saved }, 'Rule restored')
      toast({ message: 'Rule deleted', action: { label: 'Undo', onAction: restore } })
    } catch (error) {
      toastError(messageOf(error, SAVING_FAILED))
    }
  }
  const move = (from: number, to: number) => {
    const moved = [...rules]
    const [rule] = moved.splice(from, 1)
    if (rule) void saveOrToast({ rules: moved.toSpliced(to, 0, rule) }, 'Order changed')
  }
  return (
    <Card
      title="Rules"
      description="The first rule that matches a page applies to it."
      padded={false}
      actions={rules.length > 0 && add}
      className="overflow-hidden"
    >
      <div className="mt-3 border-t border-line">
        {rules.length === 0 ? (
          <EmptyState
            title="No rules yet"
            icon={Route}
            message="Suggest the questions that people have on a page, such as prices on your pricing page."
            action={add || undefined}
          />
        ) : (
          <ol aria-label="Rules" className="divide-y divide-line" aria-busy={busy}>
            {rules.map((rule, index) => (
              <RuleRow
                key={index}
                rule={rule}
                number={index + 1}
                disabled={!mayWrite || busy}
                onToggle={(isEnabled) =>
                  void saveOrToast(
                    { rules: rules.with(index, { ...rule, is_enabled: isEnabled }) },
                    isEnabled ? 'Rule switched on' : 'Rule switched off',
                  )
                }
                onMoveUp={index > 0 ? () => move(index, index - 1) : undefined}
                onMoveDown={index < rules.length - 1 ? () => move(index, index + 1) : undefined}
                onEdit={() => edit(index)}
                onDelete={() => void remove(index, rule)}
              />
            ))}
          </ol>
        )}
        {isFull && (
          <p className="border-t border-line px-5 py-3 text-sm text-ink-soft">{`At most ${RULES_MAX} rules.`}</p>
        )}
        {!mayWrite && (
          <p className="border-t border-line px-5 py-3 text-sm text-ink-soft">
            Only owners of this workspace can change its rules.
          </p>
        )}
      </div>
      <Suspense>
        {edited && (
          <RuleDialog
            rule={edited.from.rules[edited.position]}
            onClose={() => setEdited(undefined)}
            save={(rule) => save({ rules: edited.from.rules.toSpliced(edited.position, 1, rule), from: edited.from })}
          />
        )}
      </Suspense>
    </Card>
  )
}

interface RuleRowProps {
  rule: PageRule
  number: number
  disabled: boolean
  onToggle: (isEnabled: boolean) => void
  onMoveUp: (() => void) | undefined
  onMoveDown: (() => void) | undefined
  onEdit: () => void
  onDelete: () => void
}

function RuleRow({ rule, number, disabled, onToggle, onMoveUp, onMoveDown, onEdit, onDelete }: RuleRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-52">
        <p
          className={cx('font-mono text-md font-medium [overflow-wrap:anywhere]', !rule.is_enabled && 'text-ink-soft')}
        >
          {rule.include.join(', ')}
          {!rule.is_enabled && <span className="font-sans font-normal"> (off)</span>}
          {rule.exclude.length > 0 && (
            <span className="font-sans font-normal text-ink-soft">{` except ${rule.exclude.join(', ')}`}</span>
          )}
        </p>
        <p className="text-sm text-ink-soft">{ruleSummary(rule)}</p>
        {rule.suggestions.some(({ is_shown: isShown }) => !isShown) && (
          <p className="text-sm text-warn">Some suggested FAQs are not published, and are not shown.</p>
        )}
      </div>
      <div className="flex items-center gap-1">
        <IconButton
          label={`Move rule ${number} up`}
          tooltip={false}
          icon={<ArrowUp size={16} />}
          disabled={disabled || !onMoveUp}
          onClick={onMoveUp}
        />
        <IconButton
          label={`Move rule ${number} down`}
          tooltip={false}
          icon={<ArrowDown size={16} />}
          disabled={disabled || !onMoveDown}
          onClick={onMoveDown}
        />
        <IconButton
          label={`Edit rule ${number}`}
          tooltip={false}
          icon={<Pencil size={16} />}
          disabled={disabled}
          onClick={onEdit}
        />
        <IconButton
          variant="danger-ghost"
          label={`Delete rule ${number}`}
          tooltip={false}
          icon={<Trash2 size={16} />}
          disabled={disabled}
          onClick={onDelete}
        />
        <span className="ml-2 inline-flex">
          <Switch
            checked={rule.is_enabled}
            aria-label={`Rule ${number} is on`}
            disabled={disabled}
            onCheckedChange={onToggle}
          />
        </span>
      </div>
    </li>
  )
}
