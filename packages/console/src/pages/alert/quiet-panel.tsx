import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QuietForm } from '../../alerts/quiet/quiet-form.tsx'
import { ask } from '../../api/ask.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { useAct } from '../../ui/actions/use-act.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Panel } from '../../ui/layout/page.tsx'

/** When no messages about an alert are sent. */
export const QuietPanel = ({ alertId, isDisabled }: { alertId: number; isDisabled: boolean }): ReactNode => {
  const { alertForm, quiet: texts } = useTexts()
  const quiet = useQuery(ask('alertSettings', 'alertQuiet', { alertId }))
  const change = useAct('alertSettings', 'changeAlertQuiet', [['alertSettings']])
  return (
    <Panel title={texts.title}>
      <Loaded query={quiet}>
        {(found) => (
          <div className="p-4 pt-0">
            <QuietForm
              quiet={found}
              isDisabled={isDisabled}
              isBusy={change.isPending}
              onSave={(given, onSaved) =>
                change.mutate(
                  { alertId, ...given },
                  {
                    onSuccess: () => {
                      onSaved()
                      toast(alertForm.saved)
                    },
                  },
                )
              }
            />
          </div>
        )}
      </Loaded>
    </Panel>
  )
}
