import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** The present, once a minute: for texts such as «about 2 hours ago». */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const minuteTimer = window.setInterval(() => setNow(new Date()), MINUTE_MS)
    return () => window.clearInterval(minuteTimer)
  }, [])
  return now
}
