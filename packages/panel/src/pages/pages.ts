import { type ComponentType, lazy } from 'react'
import { StatusPage } from './status/status-page.tsx'

/** Every page by its name in the address; the first one comes with the panel, the others when they are wanted. */
export const pages: Readonly<Record<string, ComponentType>> = {
  status: StatusPage,
  bus: lazy(async () => ({ default: (await import('./bus/bus-page.tsx')).BusPage })),
  units: lazy(async () => ({ default: (await import('./units/units-page.tsx')).UnitsPage })),
  tasks: lazy(async () => ({ default: (await import('./tasks/tasks-page.tsx')).TasksPage })),
  settings: lazy(async () => ({ default: (await import('./settings/settings-page.tsx')).SettingsPage })),
  files: lazy(async () => ({ default: (await import('./files-page.tsx')).FilesPage })),
  system: lazy(async () => ({ default: (await import('./system/system-page.tsx')).SystemPage })),
  users: lazy(async () => ({ default: (await import('./users-page.tsx')).UsersPage })),
  log: lazy(async () => ({ default: (await import('./log-page.tsx')).LogPage })),
  more: lazy(async () => ({ default: (await import('./more-page.tsx')).MorePage })),
  setup: lazy(async () => ({ default: (await import('./setup/setup-page.tsx')).SetupPage })),
}
