import type { ReactNode } from 'react'
import { call } from '../../api/api.ts'
import type { AnswerOf } from '../../api/routes.ts'
import { usePoll } from '../../state/poll.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Notice } from '../../ui/parts.tsx'

interface Props {
  status: AnswerOf<'bus.status'>['rs485'] | undefined
  className?: string
}

/** The reason why the port does not use the selected RS-485 mode. Nothing where it does. */
export const Rs485Notice = ({ status, className = '' }: Props): ReactNode => {
  const { errors } = useTexts()
  if (status === undefined || status.error === null) return null
  return (
    <Notice tone="warning" className={className}>
      <span>
        {errors[status.error]} <small>{status.detail}</small>
      </span>
    </Notice>
  )
}

/** The same, kept up to date beside the setting. */
export const LiveRs485Notice = (): ReactNode => {
  const { data } = usePoll(() => call('bus.status'), 2000)
  return <Rs485Notice status={data?.rs485} />
}
