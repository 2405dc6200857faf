import { rewardStep } from './model.ts'
import { text } from './strings.ts'

/** Small pictures beside words. */

const classOf = (step: number): string => (step < 0 ? `m-bad${-step}` : step > 0 ? `m-good${step}` : 'm-even')

/** The reward as a sign, so that it is not told by colour alone, and the number. */
export function Reward({ reward }: { reward: number }) {
  return (
    <span class={`m-reward ${classOf(rewardStep(reward))}`}>
      <Sign step={rewardStep(reward)} isStruck={false} />
      <span class="visually-hidden">{text.reward} </span>
      {text.rewardText(reward)}
    </span>
  )
}

/** The reward as a sign only. An episode that another one has replaced is struck through. */
export function RewardDot({ reward, isStruck }: { reward: number; isStruck: boolean }) {
  return (
    <span class={`m-reward ${classOf(rewardStep(reward))}`} title={`${text.reward} ${text.rewardText(reward)}`}>
      <Sign step={rewardStep(reward)} isStruck={isStruck} />
      <span class="visually-hidden">
        {text.reward} {text.rewardText(reward)}
      </span>
    </span>
  )
}

function Sign({ step, isStruck }: { step: number; isStruck: boolean }) {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      {step > 0 && <path class="m-sign" d="M7 2 12.2 11.5H1.8z" />}
      {step < 0 && <path class="m-sign" d="M7 12 1.8 2.5h10.4z" />}
      {step === 0 && <circle class="m-sign" cx="7" cy="7" r="4" />}
      {isStruck && <path class="m-strike" d="M1 13 13 1" />}
    </svg>
  )
}

/** A line in the colour of its type, as the graph draws those of the open episode. */
export function LineSample({ type }: { type: string }) {
  return (
    <svg class={`m-line m-type-${type}`} width="26" height="8" viewBox="0 0 26 8" aria-hidden="true">
      <line x1="1" y1="4" x2="25" y2="4" stroke-width="2" />
    </svg>
  )
}
