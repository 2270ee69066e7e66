import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Card } from './card.tsx'

export interface DangerZoneProps {
  /** Description of the loss. */
  description: string
  /** Label of the button. */
  action: string
  /** Renders the confirmation dialog. */
  children: (asking: boolean, setAsking: (asking: boolean) => void) => ReactNode
}

/** A card for the one irreversible action of a page. */
export function DangerZone({ description, action, children }: DangerZoneProps) {
  const [asking, setAsking] = useState(false)
  return (
    <Card
      title={<span className="text-bad">Danger Zone</span>}
      description={description}
      className="border-bad-line/50"
    >
      <Button variant="danger" onClick={() => setAsking(true)}>
        {action}
      </Button>
      {children(asking, setAsking)}
    </Card>
  )
}
