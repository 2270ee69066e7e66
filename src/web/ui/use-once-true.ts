import { useState } from 'react'

/**
 * Returns true from the first time `value` is true: mounts a component when it is first needed and keeps it mounted so
 * that it can animate out.
 */
export function useOnceTrue(value: boolean): boolean {
  const [once, setOnce] = useState(value)
  if (value && !once) setOnce(true)
  return once || value
}
