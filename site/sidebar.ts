import { templateKinds } from '@busbar/templates/kinds'
import type { ApiSection } from './api-pages.ts'
import { families, kindNames } from './device-index.ts'

export interface SidebarEntry {
  text: string
  link?: string
  collapsed?: boolean
  items?: SidebarEntry[]
}

/** Pages in reading order; a test checks that none is missing. */
export const sections: readonly { text: string; pages: readonly string[] }[] = [
  {
    text: 'Tutorials',
    pages: [
      'documentation.md',
      'tutorials/first-device.md',
      'tutorials/dashboard.md',
      'tutorials/alert.md',
      'tutorials/raspberry-pi.md',
    ],
  },
  {
    text: 'Monitor a plant',
    pages: [
      'how-to/dashboards.md',
      'how-to/charts.md',
      'how-to/alerts.md',
      'how-to/escalation.md',
      'how-to/energy.md',
      'how-to/reports.md',
      'how-to/diagrams.md',
      'how-to/sharing.md',
      'how-to/device-templates.md',
      'how-to/imports.md',
      'how-to/integrations.md',
      'how-to/troubleshooting.md',
    ],
  },
  {
    text: 'Run a gateway',
    pages: [
      'how-to/gateway.md',
      'how-to/gateway-installation.md',
      'how-to/gateway-serial.md',
      'how-to/gateway-panel.md',
      'how-to/gateway-security.md',
      'how-to/gateway-network.md',
      'how-to/gateway-modem.md',
      'how-to/gateway-vpn.md',
      'how-to/gateway-updates.md',
      'how-to/gateway-mqtt.md',
      'how-to/gateway-operation.md',
      'how-to/tasks.md',
      'how-to/gateway-troubleshooting.md',
    ],
  },
  {
    text: 'Run the service',
    pages: [
      'how-to/install.md',
      'how-to/https-and-email.md',
      'how-to/users-and-roles.md',
      'how-to/security-checklist.md',
      'how-to/secrets.md',
      'how-to/backup.md',
      'how-to/upgrade.md',
      'how-to/monitoring.md',
      'how-to/retention.md',
      'how-to/organization-export.md',
      'how-to/nodes.md',
      'how-to/uninstall.md',
    ],
  },
  {
    text: 'Reference',
    pages: [
      'reference/busbar.md',
      'reference/task-language.md',
      'reference/limits.md',
      'reference/message-delivery.md',
      'reference/gateway-handshake.md',
      'reference/secrets.md',
      'reference/faults.md',
      'changelog.md',
    ],
  },
  {
    text: 'Explanation',
    pages: [
      'architecture.md',
      'explanation/missing-readings.md',
      'explanation/data-quality.md',
      'explanation/late-responses.md',
      'explanation/alert-evaluation.md',
      'explanation/security.md',
    ],
  },
  {
    text: 'Project',
    pages: [
      'contributing.md',
      'security-policy.md',
      'templates.md',
      'bench.md',
      'packages/modbus.md',
      'packages/serial.md',
      'packages/simulator.md',
    ],
  },
]

const linkOf = (page: string): string => `/${page.replace(/(index)?\.md$/, '')}`

type PageTitle = (page: string) => string

const listed = (titleOf: PageTitle, pages: readonly string[]): SidebarEntry[] =>
  pages.map((page) => ({ text: titleOf(page), link: linkOf(page) }))

/** Grouped by device type: listing all families beside each page would be most of the site. */
const devices = (): SidebarEntry[] => {
  const all = families()
  const kinds = templateKinds.map((kind) => ({
    text: `${kindNames[kind]} (${all.filter((one) => one.kind === kind).length})`,
    link: `/reference/devices/kind-${kind}`,
  }))
  return [{ text: 'All families', link: '/reference/devices/' }, ...kinds]
}

const operations = ({ title, folder, groups }: ApiSection): SidebarEntry => ({
  text: title,
  collapsed: true,
  items: [
    { text: 'Overview', link: `/${folder}/` },
    ...groups.map(({ name }) => ({ text: name, link: `/${folder}/${name}` })),
    { text: 'Schemas', link: `/${folder}/schemas` },
  ],
})

/** The sidebar of each part of the site, by path. */
export function sidebar(
  titleOf: PageTitle,
  decisions: readonly string[],
  areas: readonly ApiSection[],
): Record<string, SidebarEntry[]> {
  return {
    '/reference/devices/': devices(),
    '/reference/api/': [{ text: 'The APIs', link: '/reference/api/' }, ...areas.map(operations)],
    '/decisions/': [{ text: 'All decisions', link: '/decisions/' }, ...listed(titleOf, decisions)],
    '/': [
      ...sections.map(({ text, pages }) => ({ text, items: listed(titleOf, pages) })),
      {
        text: 'More',
        items: [
          { text: 'Device families', link: '/reference/devices/' },
          { text: 'APIs, with try-it', link: '/reference/api/' },
          { text: 'Decisions', link: '/decisions/' },
        ],
      },
    ],
  }
}
