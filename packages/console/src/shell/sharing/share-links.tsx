import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'

/** Ends a link at once, after a question. */
export const RevokeButton = ({ link: { id, name } }: { link: ShareLink }): ReactNode => {
  const { sharing } = useTexts()
  const { orgId } = useOrg()
  const revoke = useAction('shareLinks', 'revoke', [['shareLinks']])
  return (
    <ConfirmButton
      act={sharing.revoke}
      label={sharing.revokeOf({ name })}
      question={sharing.revokeQuestion({ name })}
      variant="danger"
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate({ orgId, linkId: id })}
    />
  )
}

/** Larger counts are not exact. */
const placesMax = 100

/** How often a link was opened, and from how many addresses. */
export const useOpeningsText = (): ((link: ShareLink) => string) => {
  const { sharing } = useTexts()
  return ({ openings, places }) => {
    if (openings === 0) return sharing.neverUsed
    return `${sharing.openings({ count: openings })}, ${places >= placesMax ? sharing.manyPlaces : sharing.places({ count: places })}`
  }
}

/** Describes who created a link and when, and whether they still have permission. */
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

/** Expiry and usage of a link on one line. */
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

export type ShareLink = AnswerOf<'shareLinks', 'list'>[number]

/** All share links of the organization; when they were last used is asked again now and then. */
export const useShareLinks = (): UseQueryResult<ShareLink[]> => {
  const { orgId } = useOrg()
  return useQuery({ ...apiQuery('shareLinks', 'list', { orgId }), refetchInterval: 60_000 })
}
