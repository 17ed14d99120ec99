import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Facts, Page, Panel } from '../../ui/layout/page.tsx'

type AsideReadings = AnswerOf<'aside', 'list'>[number]

const refetchInterval = 30_000

/** Quarantined readings with implausible timestamps, and actions on them. */
export const AsidePage = (): ReactNode => {
  const { clock: texts } = useTexts()
  const { orgId } = useOrg()
  const clock = useQuery(apiQuery('aside', 'clock', {}))
  const aside = useQuery({ ...apiQuery('aside', 'list', { orgId }), refetchInterval })
  const acceptClock = useAction('aside', 'acceptClock', [['aside']], () => toast(texts.done))
  const isDoubted = clock.data !== undefined && clock.data.state !== 'steady'
  return (
    <Page
      title={texts.title}
      actions={
        isDoubted &&
        clock.data.mayAccept && (
          <ConfirmButton
            act={texts.acceptClock}
            question={texts.acceptClockQuestion}
            isBusy={acceptClock.isPending}
            onConfirm={() => acceptClock.mutate({ orgId })}
          />
        )
      }
    >
      {isDoubted && !clock.data.mayAccept && <p>{texts.askAdmin}</p>}
      <Loaded query={aside}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={texts.none} help={texts.noneHelp} />
          ) : (
            rows.map((row) => <AsideOfDevice key={`${row.deviceId} ${row.reason}`} readings={row} />)
          )
        }
      </Loaded>
    </Page>
  )
}

const AsideOfDevice = ({ readings }: { readings: AsideReadings }): ReactNode => {
  const { clock: texts } = useTexts()
  const { orgId } = useOrg()
  const { number, time } = useFormat()
  const mayDecide = useHasRole('manager')
  const onDone = (): void => toast(texts.done)
  const accept = useAction('aside', 'accept', [['aside']], ({ left }) => left === 0 && onDone())
  const discard = useAction('aside', 'discard', [['aside']], onDone)
  const { deviceId, deviceName, reason, polls, from, till, trustedFrom, trustedTill } = readings
  const isBusy = accept.isPending || discard.isPending
  /** Each time some are accepted, until none are left. */
  const acceptAll = (times: 'shown' | 'trusted'): void =>
    accept.mutate({ orgId, deviceId, times }, { onSuccess: ({ left }) => left > 0 && acceptAll(times) })
  const spanOf = (begin: string, end: string): string => `${time(begin)} – ${time(end)}`
  return (
    <Panel title={deviceName}>
      <div className="flex flex-col">
        <Facts
          facts={[
            [texts.reason, texts.reasons[reason]],
            [texts.polls, number(polls)],
            [texts.shown, spanOf(from, till)],
            [
              texts.trusted,
              trustedFrom === null || trustedTill === null ? texts.unknown : spanOf(trustedFrom, trustedTill),
            ],
          ]}
        />
        {mayDecide && (
          <div className="flex flex-wrap gap-2 px-4 pb-4">
            {trustedFrom !== null && (
              <ConfirmButton
                act={texts.acceptTrusted}
                question={texts.acceptTrustedQuestion}
                isBusy={isBusy}
                onConfirm={() => acceptAll('trusted')}
              />
            )}
            <ConfirmButton
              act={texts.acceptShown}
              question={texts.acceptShownQuestion}
              isBusy={isBusy}
              onConfirm={() => acceptAll('shown')}
            />
            <ConfirmButton
              act={texts.discard}
              question={texts.discardQuestion}
              variant="danger"
              isBusy={isBusy}
              onConfirm={() => discard.mutate({ orgId, deviceId })}
            />
          </div>
        )}
      </div>
    </Panel>
  )
}
