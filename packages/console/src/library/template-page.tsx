import { saveFile } from '@busbar/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { Copy, Download } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { apiQuery, call } from '../data/api/api-query.ts'
import { useHasRole, useOrg } from '../data/api/use-org.tsx'
import { useFormat } from '../data/format/use-format.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { Dialog } from '../ui/actions/dialog.tsx'
import { useAction } from '../ui/actions/use-action.ts'
import { Badge } from '../ui/feedback/badge.tsx'
import { Count } from '../ui/feedback/count.tsx'
import { errorText } from '../ui/feedback/error-text.ts'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { toast } from '../ui/feedback/toasts.tsx'
import { TextField } from '../ui/forms/fields.tsx'
import { formText } from '../ui/forms/settings-form.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Tab, Tabs } from '../ui/layout/tabs.tsx'
import { exportedJson, fileNameOf, type Template } from './library.rules.ts'

/** A device template with tabs for registers, devices, alerts, revisions and settings. */
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

/** A template of the organization's own that begins as this one. */
const DuplicateButton = ({ template }: { template: Template }): ReactNode => {
  const { common, library } = useTexts()
  const { orgId } = useOrg()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const create = useAction('templates', 'create', [['templates']])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const { manufacturer, kind, skus, readGroupSize, writeFunction, paramTemplates } = template
    create.mutate(
      {
        orgId,
        name: formText(form, 'name'),
        version: formText(form, 'version'),
        manufacturer,
        ...(kind !== undefined && { kind }),
        skus,
        readGroupSize,
        writeFunction,
        paramTemplates,
      },
      {
        onSuccess: ({ id }) => {
          setIsOpen(false)
          void navigate({ to: '/library/$id', params: { id } })
        },
      },
    )
  }
  return (
    <>
      <Button
        variant={template.orgId === undefined ? 'primary' : 'plain'}
        icon={Copy}
        isChange
        onClick={() => setIsOpen(true)}
      >
        {library.duplicate}
      </Button>
      <Dialog title={library.duplicateTitle} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <p className="text-quiet">{library.duplicateHelp}</p>
          <TextField label={library.family} name="name" required maxLength={200} defaultValue={template.name} />
          <TextField
            label={library.version}
            name="version"
            required
            maxLength={200}
            defaultValue={library.copyOf({ version: template.version })}
          />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setIsOpen(false)}>{common.cancel}</Button>
            <Button type="submit" variant="primary" isBusy={create.isPending}>
              {library.duplicate}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
