import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ListTree, Plus, Redo2, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { apiQuery, call } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useUnsaved } from '../../data/state/leaving.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { BranchForm } from './branch-form.tsx'
import { BranchList } from './branch-list.tsx'
import {
  changed,
  changedTo,
  type History,
  moved,
  type Report,
  type ReportDraft,
  redone,
  refusedBranch,
  removed,
  undone,
} from './draft.rules.ts'

/** Editor of a report. */
export const EditReportPage = (): ReactNode => {
  const { reportId } = useParams({ from: '/shell/reports/$reportId/edit' })
  const report = useQuery(apiQuery('reports', 'get', { reportId }))
  return (
    <Allowed>{() => <Loaded query={report}>{(found) => <Editor key={found.id} report={found} />}</Loaded>}</Allowed>
  )
}

export const NewReportPage = (): ReactNode => <Allowed>{() => <Editor report={null} />}</Allowed>

const Allowed = ({ children }: { children: () => ReactNode }): ReactNode => {
  const { reports } = useTexts()
  if (useHasRole('manager')) return children()
  return (
    <Page title={reports.edit}>
      <Notice>{reports.notAllowed}</Notice>
    </Page>
  )
}

const Editor = ({ report }: { report: Report | null }): ReactNode => {
  const texts = useTexts()
  const { reports, common } = texts
  const { orgId } = useOrg()
  const client = useQueryClient()
  const navigate = useNavigate()
  const start: ReportDraft = { name: report?.name ?? '', branches: report?.branches ?? [] }
  const [history, setHistory] = useState<History>({ past: [], now: start, future: [], about: '' })
  const [saved, setSaved] = useState(() => JSON.stringify(start))
  const [chosenId, setChosenId] = useState<string | null>(start.branches[0]?.id ?? null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const draft = history.now
  const isChanged = JSON.stringify(draft) !== saved
  useUnsaved(isChanged && !isBusy)
  const chosen = draft.branches.find(({ id }) => id === chosenId)
  const change = (next: ReportDraft, about: string): void => {
    setHistory((before) => changedTo(before, next, about))
    setProblem(null)
  }
  const go = (next: History | null): void => {
    if (next !== null) setHistory(next)
  }
  useUndoKeys(
    () => go(undone(history)),
    () => go(redone(history)),
  )
  const add = (): void => {
    const id = crypto.randomUUID()
    const parent = chosen?.parentBranchId
    const branch = { id, name: '', ...(parent !== undefined && { parentBranchId: parent }) }
    change({ ...draft, branches: [...draft.branches, branch] }, '')
    setChosenId(id)
  }
  const save = async (): Promise<void> => {
    setIsBusy(true)
    try {
      const sent = { orgId, name: draft.name, branches: [...draft.branches] }
      const { reportId } = await call('reports', 'save', report === null ? sent : { ...sent, id: report.id })
      setSaved(JSON.stringify(draft))
      for (const name of ['reports', 'reportFigures']) await client.invalidateQueries({ queryKey: [name] })
      toast(reports.saved)
      if (report === null) {
        await navigate({ to: '/reports/$reportId/edit', params: { reportId }, replace: true, ignoreBlocker: true })
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : ''
      setProblem(`${errorText(texts, error)} ${message}`)
      setChosenId(refusedBranch(draft.branches, message) ?? chosenId)
    } finally {
      setIsBusy(false)
    }
  }
  const isUnnamed = draft.name.trim() === '' || draft.branches.some(({ name }) => name.trim() === '')
  const shownPage = report === null ? '/reports' : '/reports/$reportId'
  return (
    <Page
      title={report === null ? reports.make : reports.edit}
      badge={isChanged && <span className="text-sm text-warning-text">{reports.unsaved}</span>}
      actions={
        <>
          <Button
            icon={Undo2}
            aria-label={reports.undo}
            title={reports.undo}
            className="px-2"
            disabled={history.past.length === 0}
            onClick={() => go(undone(history))}
          />
          <Button
            icon={Redo2}
            aria-label={reports.redo}
            title={reports.redo}
            className="px-2"
            disabled={history.future.length === 0}
            onClick={() => go(redone(history))}
          />
          {report !== null && <DeleteReport report={report} />}
          <Link
            to={shownPage}
            params={report === null ? {} : { reportId: report.id }}
            search={{}}
            className={buttonClass()}
          >
            {report === null ? common.cancel : reports.show}
          </Link>
          <Button
            variant="primary"
            isChange
            isBusy={isBusy}
            disabled={isUnnamed || !isChanged}
            onClick={() => void save()}
          >
            {common.save}
          </Button>
        </>
      }
    >
      {problem !== null && <Notice tone="critical">{problem}</Notice>}
      <TextField
        label={reports.reportName}
        className="max-w-xl"
        value={draft.name}
        maxLength={200}
        required
        placeholder={reports.nameExample}
        onChange={({ target }) => change({ ...draft, name: target.value }, 'name')}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(16rem,22rem)_minmax(0,1fr)]">
        <Panel
          title={reports.branches}
          aside={
            <Button icon={Plus} onClick={add}>
              {reports.add}
            </Button>
          }
        >
          {draft.branches.length === 0 ? (
            <EmptyState icon={ListTree} title={reports.noBranches} help={reports.noBranchesHelp} />
          ) : (
            <BranchList
              branches={draft.branches}
              chosenId={chosen?.id ?? null}
              onChoose={setChosenId}
              onMove={(id, step) => {
                const next = moved(draft.branches, id, step)
                if (next !== null) change({ ...draft, branches: next }, '')
              }}
              onRemove={(id) => {
                change({ ...draft, branches: removed(draft.branches, id) }, '')
                setChosenId(null)
              }}
            />
          )}
        </Panel>
        {chosen !== undefined && (
          <BranchForm
            reportId={report?.id ?? null}
            branch={chosen}
            onChange={(branch, field) =>
              change(
                { ...draft, branches: changed(draft.branches, branch) },
                field === '' ? '' : `${branch.id} ${field}`,
              )
            }
          />
        )}
      </div>
    </Page>
  )
}

const DeleteReport = ({ report }: { report: Report }): ReactNode => {
  const { reports } = useTexts()
  const navigate = useNavigate()
  const remove = useAction('reports', 'delete', [['reports']])
  return (
    <ConfirmButton
      act={reports.delete}
      variant="danger"
      question={reports.deleteQuestion({ name: report.name })}
      isBusy={remove.isPending}
      onConfirm={() =>
        remove.mutate(
          { reportId: report.id },
          { onSuccess: () => void navigate({ to: '/reports', ignoreBlocker: true }) },
        )
      }
    />
  )
}

/** Ctrl Z and Ctrl Y, but not in text fields: there the browser undoes. */
const useUndoKeys = (onUndo: () => void, onRedo: () => void): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isTyped = event.target instanceof Element && event.target.closest('input, textarea, select') !== null
    const key = event.key.toLowerCase()
    if (!(event.ctrlKey || event.metaKey) || isTyped || (key !== 'z' && key !== 'y')) return
    event.preventDefault()
    if (key === 'y' || event.shiftKey) onRedo()
    else onUndo()
  })
  useEffect(() => {
    const leave = new AbortController()
    window.addEventListener('keydown', (event) => onKey(event), { signal: leave.signal })
    return () => leave.abort()
  }, [])
}
