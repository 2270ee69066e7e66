import { useState } from 'react'

/**
 * Returns true from the first time `condition` is true: mounts a component when it is first needed and keeps it mounted
 * so that it can animate out.
 */
export function useOnceTrue(condition: boolean): boolean {
  const [once, setOnce] = useState(condition)
  if (condition && !once) setOnce(true)
  return once || condition
}
