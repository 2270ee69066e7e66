import { useState } from 'react'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import type { Member } from '../contract.ts'
import { type MemberIntent, questionFor } from './member-intents.ts'
import { MemberRow } from './member-row.tsx'
import { changeTeam, rosterOf } from './use-team.ts'

/** Everybody in the workspace; those who manage the team get a menu for each of the others. */
export function MemberList({ members, manages }: { members: readonly Member[]; manages: boolean }) {
  const [asked, setAsked] = useState<{ intent: MemberIntent; member: Member }>()
  const [open, setOpen] = useState(false)
  const question = asked && questionFor(asked.intent, asked.member, members.find(({ you }) => you)?.pays ?? false)

  return (
    <>
      <ul aria-label="Team members" className="divide-y divide-line">
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            team={rosterOf(members)}
            manages={manages}
            onIntent={(intent) => {
              setAsked({ intent, member })
              setOpen(true)
            }}
          />
        ))}
      </ul>
      {manages && members.length === 1 && (
        <p className="border-t border-line px-5 py-4 text-md text-ink-soft">
          You are the only member. People you invite can work with the FAQs, questions and sources of this workspace.
        </p>
      )}
      {question && (
        <ConfirmDialog
          open={open}
          onOpenChange={setOpen}
          destructive={question.destructive}
          title={question.title}
          description={question.description}
          confirmLabel={question.confirm}
          onConfirm={() => changeTeam(question.act, question.done, question.failed)}
        />
      )}
    </>
  )
}
