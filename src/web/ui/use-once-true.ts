import { useState } from 'react'

/** True from the first time `value` was: mounts something when it is first needed and lets it animate out later. */
export function useOnceTrue(value: boolean): boolean {
  const [once, setOnce] = useState(value)
  if (value && !once) setOnce(true)
  return once || value
}
