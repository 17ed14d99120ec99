import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AnswerOf, apiQuery } from '../../../api/api-query.ts'
import { useOrg } from '../../../api/use-org.tsx'
import { ParamSearch } from '../../../params/param-search.tsx'
import { paramText } from '../../../params/param-text.ts'
import { useLanguage } from '../../../state/preferences.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { useAction } from '../../../ui/actions/use-action.ts'
import { toast } from '../../../ui/feedback/toasts.tsx'
import { Panel } from '../../../ui/layout/page.tsx'

/** Which value stands for the network on the overview. It applies at once. */
export const KeyParamPanel = ({ net }: { net: AnswerOf<'nets', 'get'> }): ReactNode => {
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
