import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Card } from './card.tsx'

export interface DangerZoneProps {
  /** What is lost. */
  description: string
  /** What the button says. */
  action: string
  /** The dialog that asks again; it is given whether it is open. */
  children: (asking: boolean, setAsking: (asking: boolean) => void) => ReactNode
}

/** A card for the one thing on a page that cannot be undone. */
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
