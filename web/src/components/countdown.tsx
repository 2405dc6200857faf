import { useEffect, useState } from 'preact/hooks'
import { text } from '../strings.ts'

/** The seconds until a time. Screen readers say it when asked, not every second. */
export function Countdown({ until }: { until: number }) {
  const left = () => Math.max(0, Math.ceil((until - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    setSeconds(left())
    const timer = setInterval(() => setSeconds(left()), 1000)
    return () => clearInterval(timer)
  }, [until])
  return (
    <span role="timer" aria-live="off" class="countdown">
      {text.seconds(seconds)}
    </span>
  )
}
