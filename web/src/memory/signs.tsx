import { rewardStep } from './model.ts'
import { DASHES, UNDIRECTED } from './palette.ts'
import { text } from './strings.ts'

/** Small pictures beside words. */

/** The reward as a bar from the middle, with a sign and the number. */
export function Reward({ reward }: { reward: number }) {
  const step = rewardStep(reward)
  const width = Math.min(1, Math.abs(reward)) * 20
  const name = step < 0 ? `bad${-step}` : step > 0 ? `good${step}` : 'even'
  return (
    <span class={`m-reward m-${name}`}>
      <svg width="58" height="12" viewBox="0 0 58 12" aria-hidden="true">
        {step > 0 && <path class="m-sign" d="M5 2 9 9.5H1z" />}
        {step < 0 && <path class="m-sign" d="M5 10 1 2.5H9z" />}
        {step === 0 && <circle class="m-sign" cx="5" cy="6" r="3" />}
        <rect class="m-track" x="15" y="3" width="42" height="6" rx="3" />
        <rect class="m-bar-value" x={reward < 0 ? 36 - width : 36} y="3" width={width} height="6" />
        <rect class="m-middle" x="35.5" y="1" width="1" height="10" />
      </svg>
      <span class="visually-hidden">{text.reward} </span>
      {text.rewardText(reward)}
    </span>
  )
}

/** A line as the graph draws it. */
export function LineSample({ type }: { type: string }) {
  return (
    <svg class={`m-line m-type-${type}`} width="26" height="8" viewBox="0 0 26 8" aria-hidden="true">
      <line x1="1" y1="4" x2="25" y2="4" stroke-width="2" stroke-dasharray={DASHES[type]?.map((n) => n * 0.7).join(' ')} stroke-linecap={type === UNDIRECTED ? 'round' : 'butt'} />
    </svg>
  )
}
