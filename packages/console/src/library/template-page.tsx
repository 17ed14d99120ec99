import { saveFile } from '@busbar/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { apiQuery, call } from '../data/api/api-query.ts'
import { useHasRole, useOrg } from '../data/api/use-org.tsx'
import { useFormat } from '../data/format/use-format.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { Badge } from '../ui/feedback/badge.tsx'
import { Count } from '../ui/feedback/count.tsx'
import { errorText } from '../ui/feedback/error-text.ts'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { toast } from '../ui/feedback/toasts.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Tab, Tabs } from '../ui/layout/tabs.tsx'
import { DuplicateButton } from './duplicate-button.tsx'
import { exportedJson, type Template } from './import.rules.ts'
import { fileNameOf } from './library.rules.ts'

/** A device family: its registers, the devices that use it, alerts for them, what it was, and what people set of it. */
export const TemplatePage = (): ReactNode => {
  const { id } = useParams({ from: '/shell/library/$id' })
  const { library: texts } = useTexts()
  const { number } = useFormat()
  const { orgId } = useOrg()
  const isManager = useHasRole('manager')
  const template = useQuery(apiQuery('templates', 'get', { templateId: id }))
  const devices = useQuery(apiQuery('templateUse', 'devices', { orgId, templateId: id })).data
  const { data } = template
  const isOwn = data?.orgId !== undefined
  const facts =
    data &&
    [
      data.manufacturer,
      texts.kinds[data.kind ?? 'other'],
      data.version,
      texts.values({ count: data.paramTemplates.length }),
      ...(devices === undefined ? [] : [texts.usedBy({ count: devices.length })]),
      ...(isOwn && data.revision !== undefined ? [texts.revision({ number: number(data.revision) })] : []),
    ].join(' · ')
  const actions = data && (
    <>
      <ExportButtons template={data} />
      {isManager && <DuplicateButton template={data} />}
    </>
  )
  return (
    <Page
      title={data?.name ?? texts.family}
      badge={data !== undefined && !isOwn && <Badge tone="muted">{texts.shippedBadge}</Badge>}
      facts={facts}
      actions={actions}
    >
      <Loaded query={template}>
        {({ paramTemplates }) => (
          <>
            <Tabs label={texts.parts}>
              <Tab to="/library/$id" params={{ id }} count={<Count count={paramTemplates.length} isHidden />}>
                {texts.registers}
              </Tab>
              <Tab
                to="/library/$id/devices"
                params={{ id }}
                count={devices !== undefined && devices.length > 0 && <Count count={devices.length} isHidden />}
              >
                {texts.devices}
              </Tab>
              <Tab to="/library/$id/alerts" params={{ id }}>
                {texts.alerts}
              </Tab>
              {isOwn && (
                <Tab to="/library/$id/revisions" params={{ id }}>
                  {texts.revisions}
                </Tab>
              )}
              {isOwn && isManager && (
                <Tab to="/library/$id/settings" params={{ id }}>
                  {texts.settings}
                </Tab>
              )}
            </Tabs>
            <Outlet />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** A template as a file: whole, or its registers as a table. */
const ExportButtons = ({ template }: { template: Template }): ReactNode => {
  const texts = useTexts()
  const { library } = texts
  const csv = useMutation({
    mutationFn: async () => {
      const table = await call('templates', 'exportCsv', { templateId: template.id })
      saveFile(await table.blob(), `${fileNameOf(template)}.csv`)
    },
    onError: (error) => toast(errorText(texts, error), 'critical'),
  })
  const json = (): void =>
    saveFile(new Blob([exportedJson(template)], { type: 'application/json' }), `${fileNameOf(template)}.json`)
  return (
    <>
      <Button icon={Download} onClick={json}>
        {library.exportJson}
      </Button>
      <Button icon={Download} isBusy={csv.isPending} onClick={() => csv.mutate()}>
        {library.exportCsv}
      </Button>
    </>
  )
}
