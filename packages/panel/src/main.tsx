import './panel.css'
import { type ComponentType, lazy } from 'react'
import { createRoot } from 'react-dom/client'
import { StatusPage } from './pages/status-page.tsx'
import { Shell } from './shell/shell.tsx'
import { showTheme, theme } from './state/preferences.ts'
import { TextsProvider } from './texts/texts-provider.tsx'

/** Every page by its name in the address; the first one comes with the panel, the others when they are wanted. */
const pages: Readonly<Record<string, ComponentType>> = {
  status: StatusPage,
  bus: lazy(async () => ({ default: (await import('./pages/bus-page.tsx')).BusPage })),
  units: lazy(async () => ({ default: (await import('./pages/units-page.tsx')).UnitsPage })),
  tasks: lazy(async () => ({ default: (await import('./pages/tasks-page.tsx')).TasksPage })),
  settings: lazy(async () => ({ default: (await import('./pages/settings-page.tsx')).SettingsPage })),
  files: lazy(async () => ({ default: (await import('./pages/files-page.tsx')).FilesPage })),
  system: lazy(async () => ({ default: (await import('./pages/system-page.tsx')).SystemPage })),
  users: lazy(async () => ({ default: (await import('./pages/users-page.tsx')).UsersPage })),
  log: lazy(async () => ({ default: (await import('./pages/log-page.tsx')).LogPage })),
  more: lazy(async () => ({ default: (await import('./pages/more-page.tsx')).MorePage })),
  setup: lazy(async () => ({ default: (await import('./pages/setup-page.tsx')).SetupPage })),
}

showTheme(theme.get())
const container = document.getElementById('app')
if (container === null) throw new Error('the page has no element for the panel')
createRoot(container).render(
  <TextsProvider>
    <Shell pages={pages} />
  </TextsProvider>,
)
