import { templateKinds } from '@busbar/templates/kinds'
import type { ApiSection } from './api-pages.ts'
import { families, kindNames } from './device-index.ts'

export interface SidebarEntry {
  text: string
  link?: string
  collapsed?: boolean
  items?: SidebarEntry[]
}

/** The pages to read, in the order in which they are met; a test holds that none is missing. */
export const sections: readonly { text: string; pages: readonly string[] }[] = [
  {
    text: 'Start here',
    pages: [
      'start/integrator.md',
      'start/operator.md',
      'start/energy-manager.md',
      'start/administrator.md',
      'start/developer.md',
    ],
  },
  {
    text: 'Guides',
    pages: [
      'guides/first-device.md',
      'guides/alerts.md',
      'guides/contacts.md',
      'guides/energy.md',
      'guides/pictures.md',
      'guides/sharing.md',
      'guides/imports.md',
      'guides/integrations.md',
    ],
  },
  {
    text: 'The box',
    pages: [
      'guides/raspberry-pi.md',
      'guides/gateway.md',
      'guides/gateway-installation.md',
      'guides/gateway-serial.md',
      'guides/gateway-panel.md',
      'guides/gateway-security.md',
      'guides/gateway-network.md',
      'guides/gateway-modem.md',
      'guides/gateway-vpn.md',
      'guides/gateway-updates.md',
      'guides/gateway-mqtt.md',
      'guides/gateway-operation.md',
      'guides/gateway-troubleshooting.md',
      'guides/tasks.md',
    ],
  },
  {
    text: 'Running it',
    pages: [
      'guides/installing.md',
      'guides/getting-in.md',
      'guides/security.md',
      'guides/secrets.md',
      'guides/backup-and-upgrade.md',
      'guides/organization-export.md',
      'guides/nodes.md',
    ],
  },
  {
    text: 'Reference',
    pages: ['reference/busbar.md', 'reference/secrets.md', 'reference/faults.md', 'changelog.md'],
  },
  {
    text: 'Inside',
    pages: [
      'architecture.md',
      'contributing.md',
      'reporting-holes.md',
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

/** By kind: all of them beside each of their pages would be most of the site. */
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

/** What stands beside the pages, by where they are. */
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
        text: 'Beside these',
        items: [
          { text: 'Device families', link: '/reference/devices/' },
          { text: 'APIs, with try-it', link: '/reference/api/' },
          { text: 'Decisions', link: '/decisions/' },
        ],
      },
    ],
  }
}
