import { type ReactNode, useState } from 'react'
import { call } from '../api/api.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button, Dialog, Failure } from '../ui/parts.tsx'

/** Restarts the gateway, after a question; it is back in seconds, and sessions have ended. */
export const RebootButton = (): ReactNode => {
  const { system, common } = useTexts()
  const [isConfirming, setIsConfirming] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const reboot = async (): Promise<void> => {
    try {
      await call('system.reboot', { rebootSec: 0 })
      setIsConfirming(false)
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <>
      <Button isSmall onClick={() => setIsConfirming(true)}>
        {system.reboot}
      </Button>
      {isConfirming && (
        <Dialog title={system.rebootTitle} onClose={() => setIsConfirming(false)}>
          <p>{system.rebootAbout}</p>
          <Failure error={error} />
          <div className="row wrap">
            <Button kind="primary" onClick={() => void reboot()}>
              {system.reboot}
            </Button>
            <Button onClick={() => setIsConfirming(false)}>{common.cancel}</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
