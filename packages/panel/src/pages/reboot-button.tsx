import { type ReactNode, useState } from 'react'
import { call } from '../api/api.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button, Dialog, Failure } from '../ui/parts.tsx'

/** Restarts the gateway, after a question; it is back in seconds, and sessions have ended. */
export const RebootButton = (): ReactNode => {
  const { system, common } = useTexts()
  const [isAsked, setIsAsked] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const reboot = async (): Promise<void> => {
    try {
      await call('system.reboot', { rebootSec: 0 })
      setIsAsked(false)
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <>
      <Button isSmall onClick={() => setIsAsked(true)}>
        {system.reboot}
      </Button>
      {isAsked && (
        <Dialog title={system.rebootTitle} onClose={() => setIsAsked(false)}>
          <p>{system.rebootAbout}</p>
          <Failure error={error} />
          <div className="row wrap">
            <Button kind="primary" onClick={() => void reboot()}>
              {system.reboot}
            </Button>
            <Button onClick={() => setIsAsked(false)}>{common.cancel}</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
