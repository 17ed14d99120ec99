import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { apiQuery, keyOf } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Panel } from '../../ui/layout/page.tsx'

/** Which other organizations may use the address of a network; owners say so. */
export const SharesPanel = ({ netId }: { netId: number }): ReactNode => {
  const { net: texts } = useTexts()
  const format = useFormat()
  const isOwner = useHasRole('owner')
  const shares = useQuery(apiQuery('shares', 'list', { netId }))
  const change = useAction('shares', 'change', [keyOf('shares', 'list')])
  return (
    <Panel title={texts.shares}>
      <div className="flex max-w-3xl flex-col gap-3 p-4">
        <p className="max-w-prose text-quiet">{texts.sharesHelp}</p>
        <Loaded query={shares}>
          {(found) => (
            <ul className="flex flex-col gap-2">
              {found.map(({ orgId, since, by }) => (
                <li key={orgId} className="flex flex-wrap items-center justify-between gap-2">
                  <span>
                    {texts.sharedWith({ orgId })}{' '}
                    <span className="text-quiet">{texts.sharedSince({ when: format.time(since), by })}</span>
                  </span>
                  {isOwner && (
                    <ConfirmButton
                      act={texts.unshare}
                      question={texts.unshareQuestion({ orgId })}
                      isBusy={change.isPending}
                      onConfirm={() => change.mutate({ netId, orgId, isShared: false })}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        {isOwner && <ShareForm onShare={(orgId) => change.mutateAsync({ netId, orgId, isShared: true })} />}
      </div>
    </Panel>
  )
}

const ShareForm = ({ onShare }: { onShare: (orgId: number) => Promise<unknown> }): ReactNode => {
  const { net: texts } = useTexts()
  const { orgId } = useOrg()
  const [text, setText] = useState('')
  const isNumber = /^[1-9]\d{0,14}$/.test(text)
  const share = async (): Promise<void> => {
    // An error is shown in a toast; what was typed stays.
    await onShare(Number(text)).then(
      () => setText(''),
      () => {},
    )
  }
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (isNumber) void share()
      }}
    >
      <NumberField label={texts.shareOrg} isWhole value={text} onChange={setText} />
      <Button type="submit" disabled={!isNumber}>
        {texts.share}
      </Button>
      <span className="pb-2 text-sm text-quiet">{texts.shareOrgHint({ orgId })}</span>
    </form>
  )
}
