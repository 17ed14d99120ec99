import type { ReactNode } from 'react'
import type { AnswerOf } from '../../api/ask.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAct } from '../../ui/actions/use-act.ts'

/** Pauses reading of a device, or goes on with it. */
export const DeviceSwitch = ({
  device: { id: deviceId, disabledOn },
}: {
  device: AnswerOf<'devices', 'get'>
}): ReactNode => {
  const { device } = useTexts()
  const change = useAct('devices', 'changeDisable', [['devices'], ['links'], ['nets'], ['values']])
  if (disabledOn !== undefined) {
    return (
      <Button
        variant="primary"
        isChange
        disabled={change.isPending}
        onClick={() => change.mutate({ deviceId, enabled: true })}
      >
        {device.goOn}
      </Button>
    )
  }
  return (
    <ConfirmButton
      act={device.pause}
      question={device.pauseQuestion}
      isBusy={change.isPending}
      onConfirm={() => change.mutate({ deviceId, enabled: false })}
    />
  )
}
