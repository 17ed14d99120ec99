import type { ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import type { ShareLink } from './use-share-links.ts'

/** Of more places than this it is not counted how many. */
const placesMax = 100

/** How often a link was opened, and from how many addresses. */
export const useOpeningsText = (): ((link: ShareLink) => string) => {
  const { sharing } = useTexts()
  return ({ openings, places }) => {
    if (openings === 0) return sharing.neverUsed
    return `${sharing.openings({ count: openings })}, ${places >= placesMax ? sharing.manyPlaces : sharing.places({ count: places })}`
  }
}

/** Who made a link and when; whether they still could. */
export const useCreatorText = (): ((link: ShareLink, now: number) => string) => {
  const { sharing } = useTexts()
  const { moment } = useFormat()
  return ({ createdBy, createdOn, isMakerGone }, now) =>
    [isMakerGone ? `${createdBy} (${sharing.makerGone})` : createdBy, moment(createdOn, now)].join(', ')
}

/** Until when it opens, or when that was over. */
export const useExpiryText = (): ((link: ShareLink) => string) => {
  const { sharing } = useTexts()
  const { moment } = useFormat()
  const now = useNow()
  return ({ expiresOn }) =>
    (Date.parse(expiresOn) <= now ? sharing.endedOn : sharing.endsOn)({ when: moment(expiresOn, now) })
}

/** One line: until when it opens, and how it is used. */
export const LinkFacts = ({ link }: { link: ShareLink }): ReactNode => {
  const { sharing } = useTexts()
  const { ago } = useFormat()
  const now = useNow()
  const openingsOf = useOpeningsText()
  const makerOf = useCreatorText()
  const endOf = useExpiryText()
  const { lastUsedOn } = link
  return (
    <p className="text-xs text-quiet">
      {[
        endOf(link),
        makerOf(link, now),
        lastUsedOn === undefined ? sharing.neverUsed : sharing.usedOn({ when: ago(lastUsedOn, now) }),
        ...(link.openings === 0 ? [] : [openingsOf(link)]),
      ].join(' · ')}
    </p>
  )
}
