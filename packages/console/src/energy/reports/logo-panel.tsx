import { useQuery } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Panel } from '../../ui/layout/page.tsx'

const bytesMax = 131_072

const base64Of = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** The logo that stands on what the organization prints and mails. */
export const LogoPanel = (): ReactNode => {
  const { reports } = useTexts()
  const { orgId } = useOrg()
  const stored = useQuery(apiQuery('logo', 'get', { orgId }))
  const change = useAction('logo', 'change', [['logo']])
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const logo = stored.data?.logo ?? null
  const send = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = target.files ?? []
    if (file === undefined) return
    const isSvg = file.type === 'image/svg+xml'
    const isTaken = (isSvg || file.type === 'image/png') && file.size <= bytesMax
    setProblem(isTaken ? null : reports.logoWrong)
    const data = isTaken ? base64Of(new Uint8Array(await file.arrayBuffer())) : ''
    target.value = ''
    if (isTaken) change.mutate({ orgId, logo: { type: isSvg ? 'image/svg+xml' : 'image/png', data } })
  }
  return (
    <Panel title={reports.logo}>
      <div className="flex flex-wrap items-center gap-4 px-4 pb-4">
        {logo !== null && (
          <img
            alt={reports.logo}
            src={`data:${logo.type};base64,${logo.data}`}
            className="max-h-14 max-w-52 rounded-part border border-line bg-[#fff] p-1.5"
          />
        )}
        <p className="min-w-52 flex-1 text-sm text-quiet">{reports.logoHelp}</p>
        <input
          ref={input}
          type="file"
          accept="image/svg+xml,image/png"
          className="sr-only"
          tabIndex={-1}
          aria-label={reports.logoChoose}
          onChange={(event) => void send(event)}
        />
        <Button icon={ImageUp} isBusy={change.isPending} isChange onClick={() => input.current?.click()}>
          {reports.logoChoose}
        </Button>
        {logo !== null && (
          <Button variant="danger" isChange onClick={() => change.mutate({ orgId, logo: null })}>
            {reports.logoRemove}
          </Button>
        )}
      </div>
      {problem !== null && (
        <p role="alert" className="px-4 pb-4 text-sm text-critical-text">
          {problem}
        </p>
      )}
    </Panel>
  )
}
