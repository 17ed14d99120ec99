import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../../api/api-query.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { Dialog } from '../../../ui/actions/dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { MailForm } from './mail-form.tsx'
import { SentList } from './sent-list.tsx'

export interface MailDialogProps {
  reportId: string
  onClose: () => void
}

/** To whom a report goes, how often, and what became of it. */
export const MailDialog = ({ reportId, onClose }: MailDialogProps): ReactNode => {
  const { reports } = useTexts()
  const stored = useQuery(apiQuery('reportMails', 'get', { reportId }))
  return (
    <Dialog title={reports.mail} isOpen onClose={onClose}>
      <Loaded query={stored}>
        {({ schedule, nextOn, sendsMail, addresses }) => (
          <div className="flex flex-col gap-4">
            {!sendsMail && <Notice tone="warning">{reports.noMailServer}</Notice>}
            <MailForm
              reportId={reportId}
              stored={schedule}
              nextOn={nextOn}
              sendsMail={sendsMail}
              addresses={addresses}
            />
            <SentList reportId={reportId} />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
