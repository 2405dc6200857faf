import { ageOf } from '../age.ts'
import { Reward } from '../memory/signs.tsx'
import { startOf, type Item, type Picture } from './picture.ts'
import { text } from './strings.ts'

/** The results of a search with their reasons, best first. Otherwise what was asked about, then the newest episodes. */
export function EpisodeList({ picture, onOpen }: { picture: Picture; onOpen: (serial: number) => void }) {
  const found = picture.found.map((serial) => picture.items.get(serial)).filter((item) => item !== undefined)
  const first = startOf(picture)
  const items = found.length > 0 ? found : [...picture.items.values()].sort((a, b) => Number(first.has(b.serial)) - Number(first.has(a.serial)) || byTime(b) - byTime(a) || b.serial - a.serial)
  return (
    <section class="a-side" aria-label={text.list}>
      <ol class="a-list" data-testid="list">
        {items.map((item) => (
          <li key={item.serial}>
            <button class="a-item" data-serial={item.serial} onClick={() => onOpen(item.serial)}>
              <span class="a-name">
                <span class="muted">#{item.serial}</span> <bdi>{item.name}</bdi>
              </span>
              <span class="a-facts">
                {item.reward !== null && <Reward reward={item.reward} />}
                {item.createdAt !== '' && <span>{ageOf(item.createdAt)}</span>}
                {item.why !== '' && <bdi class="a-why">{item.why}</bdi>}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

function byTime({ createdAt, serial }: Item): number {
  return Date.parse(createdAt) || serial
}
