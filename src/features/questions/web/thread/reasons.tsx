import type { AnswerObstacle, AnswerReasons, Outcome } from '../../contract.ts'

const OBSTACLES: Record<AnswerObstacle, string> = {
  platform: 'The question names a device or system that the closest topic does not mention.',
  constraint: 'The question names a service, file format, language or period that the closest topic does not mention.',
  type: 'The question asks for a number, and the closest topic has none.',
  comparison: 'The question compares two things, and no topic is about both.',
  words: 'The closest topic has few of the question’s words.',
  rival: 'Two topics fit about equally well.',
  follow_up: 'The question depends on the one before it.',
  subject: 'Your content does not mention the subject of the question.',
  distance: 'The closest topic has only common words of the question.',
}

/** Words that matched and were missing, and the obstacle to an answer that was not given. */
export function Reasons({ reasons, outcome }: { reasons: AnswerReasons; outcome: Outcome }) {
  const { matched, missing, obstacle } = reasons
  return (
    <ul className="space-y-1 [overflow-wrap:anywhere]">
      {matched.length > 0 && <li>Matched: {matched.join(', ')}</li>}
      {missing.length > 0 && <li>Missing: {missing.join(', ')}</li>}
      {obstacle && outcome !== 'answered' && <li>{OBSTACLES[obstacle]}</li>}
      {!obstacle && outcome === 'refused' && <li>No topic of your content fits the question well enough.</li>}
    </ul>
  )
}
