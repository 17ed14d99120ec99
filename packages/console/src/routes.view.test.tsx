import axe from 'axe-core'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeCloud, showPage, texts } from './testing/view.tsx'

/** Pages of a signed-in owner, with the ids of the recorded exchanges. */
const paths = [
  '/overview',
  '/nets',
  '/nets/devices',
  '/nets/2',
  '/nets/2/bus',
  '/nets/2/registers',
  '/nets/2/connection',
  '/nets/2/settings',
  '/nets/2/gateway',
  '/nets/2/add',
  '/nets/2/report',
  '/nets/new',
  '/nets/import',
  '/devices/3',
  '/devices/3/chart',
  '/devices/3/alerts',
  '/devices/3/diagnostics',
  '/devices/3/settings',
  '/params/3',
  '/params/3/readings',
  '/params/3/alerts',
  '/params/3/settings',
  '/alerts',
  '/alerts/all',
  '/alerts/history',
  '/alerts/contacts',
  '/alerts/mute-times',
  '/alerts/new',
  '/alerts/1',
  '/alerts/1/rule',
  '/alerts/1/told',
  '/alerts/1/history',
  '/dashboards',
  '/dashboards/1',
  '/explore',
  '/energy',
  '/pictures',
  '/reports',
  '/reports/new',
  '/library',
  '/library/1',
  '/library/1/revisions',
  '/library/1/settings',
  '/share-links',
  '/settings',
  '/settings/people',
  '/settings/audit',
  '/settings/keys',
  '/settings/integrations',
  '/settings/organization',
  '/settings/security',
  '/settings/profile',
  '/installation',
  '/installation/sending',
  '/installation/backups',
  '/installation/notices',
  '/installation/settings',
  '/installation/news',
  '/aside',
]

describe('each page is rendered from the answers of the contract, without barriers that axe finds', () => {
  for (const path of paths)
    test(path, async () => {
      const api = fakeCloud()
      // All recorded moments are the same one.
      api.change('boards.history', { timelines: {} })
      showPage(path)
      const title = page.getByRole('heading', { level: 1 }).first()
      await expect.element(title).toBeVisible()
      await expect.element(page.getByRole('main')).toBeVisible()
      await expect.element(page.getByText(texts.errors.unknown)).not.toBeInTheDocument()
      const { violations } = await axe.run(document.body, { resultTypes: ['violations'] })
      expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([])
    })
})
