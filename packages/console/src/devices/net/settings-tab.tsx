import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery, call } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useLanguage } from '../../data/state/preferences.ts'
import { ParamSearch } from '../../readings/values/param-search.tsx'
import { paramText } from '../../readings/values/param-text.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { DeleteButton, Losses, useDelete } from '../../ui/actions/delete-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { ObjectHistory } from '../../ui/audit/object-history.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { CardPanel } from '../card-panel.tsx'
import { LocationPanel } from './location-panel.tsx'
import { countsOf } from './losses.rules.ts'
import { NetSettings } from './net-settings.tsx'
import { SharesPanel } from './shares-panel.tsx'

/** Which value stands for the network on the overview. It applies at once. */
const KeyParamPanel = ({ net }: { net: AnswerOf<'nets', 'get'> }): ReactNode => {
  const { id: netId, keyParamId } = net
  const { net: texts } = useTexts()
  const { orgId } = useOrg()
  const language = useLanguage()
  const devices = useQuery(apiQuery('nets', 'devices', { netId })).data ?? []
  const key = useQuery(apiQuery('overview', 'keyParams', { orgId })).data?.find((one) => one.netId === netId)
  const change = useAction('nets', 'change', [['nets'], ['overview']], () => toast(texts.saved))
  const choose = (paramId: number | null): void => change.mutate({ netId, keyParamId: paramId })
  const ofNet = new Set(devices.map(({ id }) => id))
  return (
    <Panel title={texts.keyParam}>
      <div className="flex max-w-3xl flex-col gap-3 p-4 pt-1">
        <p className="max-w-prose text-sm text-quiet">{texts.keyParamHelp}</p>
        {keyParamId === undefined && key !== undefined && (
          <p className="text-sm">
            {texts.keyParamNow({ name: `${key.deviceName}: ${paramText(key.name, language)}` })}
          </p>
        )}
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-64 flex-1">
            <ParamSearch
              label={texts.keyParamChoose}
              paramId={keyParamId ?? null}
              isOffered={({ deviceId, isTracked }) => isTracked && ofNet.has(deviceId)}
              onChoose={({ id }) => choose(id)}
            />
          </div>
          {keyParamId !== undefined && (
            <Button isChange isBusy={change.isPending} onClick={() => choose(null)}>
              {texts.keyParamAuto}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  )
}

/** What people set of a network; deleting it is the last of all. */
export const SettingsTab = (): ReactNode => {
  const { id: netId } = useParams({ from: '/shell/nets/$id' })
  const { net: texts } = useTexts()
  const isManager = useHasRole('manager')
  const net = useQuery(apiQuery('nets', 'get', { netId }))
  if (!isManager) return <NoPermission role="manager" />
  return (
    <Loaded query={net}>
      {(found) => (
        <>
          <Panel title={texts.settings}>
            <NetSettings key={netId} net={found} />
          </Panel>
          <KeyParamPanel key={`key ${netId}`} net={found} />
          <LocationPanel key={`place ${netId}`} net={found} />
          <CardPanel key={`card ${netId}`} of={{ netId }} name={found.name} />
          {found.mac === undefined && <SharesPanel netId={netId} />}
          <ObjectHistory kind="net" id={netId} />
          <DeleteNet net={found} />
        </>
      )}
    </Loaded>
  )
}

/** The end of a network, with all behind it. */
const DeleteNet = ({ net: { id: netId, name } }: { net: AnswerOf<'nets', 'get'> }): ReactNode => {
  const { net } = useTexts()
  const remove = useDelete({
    act: () => call('nets', 'delete', { netId }),
    to: { to: '/overview' },
    done: net.deleted({ name }),
  })
  return (
    <Panel title={net.delete} className="border-critical-line!">
      <div className="flex max-w-3xl flex-wrap items-center justify-between gap-3 p-4">
        <p className="max-w-prose text-quiet">{net.deleteHelp}</p>
        <DeleteButton
          act={net.delete}
          name={name}
          isTyped
          onDelete={() => remove.mutate()}
          isBusy={remove.isPending}
          error={remove.error}
        >
          <NetLosses netId={netId} />
        </DeleteButton>
      </div>
    </Panel>
  )
}

const NetLosses = ({ netId }: { netId: number }): ReactNode => {
  const { orgId } = useOrg()
  const tree = useQuery(apiQuery('nets', 'tree', { orgId }))
  const counts = tree.data === undefined ? undefined : countsOf(tree.data, netId)
  return <Losses devices={counts?.devices} params={counts?.params} />
}
