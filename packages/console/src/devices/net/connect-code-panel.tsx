import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Panel } from '../../ui/layout/page.tsx'

type ConnectCode = AnswerOf<'connectCodes', 'create'>

const daysMax = 3650
const invalidated = [['connectCodes']] as const

/** A code by which programs of an installer find this gateway, for as long as an owner says. */
export const ConnectCodePanel = ({ mac }: { mac: string }): ReactNode => {
  const { gateways: texts } = useTexts()
  const { orgId } = useOrg()
  const isOwner = useHasRole('owner')
  const { time } = useFormat()
  const [made, setMade] = useState<ConnectCode | null>(null)
  const codes = useQuery({ ...apiQuery('connectCodes', 'list', { orgId }), enabled: isOwner })
  const remove = useAction('connectCodes', 'delete', invalidated, () => toast(texts.codeGone))
  if (!isOwner) return null
  const takeBack = (): void => remove.mutate({ orgId, code: mac }, { onSuccess: () => setMade(null) })
  return (
    <Panel title={texts.code}>
      <div className="flex max-w-3xl flex-col gap-4 px-4 pb-4 text-sm">
        <p className="text-quiet">{texts.codeHelp}</p>
        <Loaded query={codes}>
          {(all) => {
            const found = all.find(({ macAddress }) => macAddress === mac)
            return (
              <>
                <p>
                  {found === undefined
                    ? texts.noCode
                    : texts.codeTill({ when: found.expiresOn === undefined ? '' : time(found.expiresOn) })}
                </p>
                {made !== null && (
                  <Notice>
                    <p className="mb-2 font-medium">{texts.codeOnce}</p>
                    <CopyField label={texts.code} value={made.code} />
                  </Notice>
                )}
                <NewCode mac={mac} isThere={found !== undefined} onMade={setMade} />
                {found !== undefined && (
                  <div>
                    <ConfirmButton
                      act={texts.codeBack}
                      question={texts.codeBackQuestion}
                      variant="danger"
                      isBusy={remove.isPending}
                      onConfirm={takeBack}
                    />
                  </div>
                )}
              </>
            )
          }}
        </Loaded>
      </div>
    </Panel>
  )
}

interface NewCodeProps {
  mac: string
  isThere: boolean
  onMade: (made: ConnectCode) => void
}

const NewCode = ({ mac, isThere, onMade }: NewCodeProps): ReactNode => {
  const { gateways: texts } = useTexts()
  const { orgId } = useOrg()
  const [days, setDays] = useState('30')
  const create = useAction('connectCodes', 'create', invalidated)
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate({ orgId, mac, days: Number(days) }, { onSuccess: onMade })
      }}
    >
      <NumberField
        label={texts.codeDays}
        isWhole
        min={1}
        max={daysMax}
        required
        className="w-36"
        value={days}
        onChange={setDays}
      />
      <Button type="submit" isChange isBusy={create.isPending}>
        {isThere ? texts.codeAnew : texts.codeMake}
      </Button>
    </form>
  )
}
