import { widgetsOfFamily } from '@busbar/console/boards'
import { savedOf } from '@busbar/diagrams'
import { pictureOfDevice } from '@busbar/diagrams/device'
import { alertsOf } from '@busbar/templates/defaults'
import { type Api, createdId, expectOk } from '../api.ts'
import type { Unit } from './units.ts'

const updatePeriodSec = 120

interface StoredViews {
  boards: readonly { id: number; name: string; widgetCount: number }[]
  alerts: readonly { name: string }[]
  pictures: readonly { name: string }[]
}

/** Dashboards, alerts and pictures of the library, by their names. */
export class LibraryViews {
  readonly #api: Api
  readonly #orgId: number
  readonly #boards: ReadonlyMap<string, { id: number; widgetCount: number }>
  readonly #alerts: ReadonlySet<string>
  readonly #pictures: ReadonlySet<string>

  private constructor(api: Api, orgId: number, there: StoredViews) {
    const names = (list: readonly { name: string }[]): Set<string> => new Set(list.map(({ name }) => name))
    this.#api = api
    this.#orgId = orgId
    this.#boards = new Map(there.boards.map((board) => [board.name, board]))
    this.#alerts = names(there.alerts)
    this.#pictures = names(there.pictures)
  }

  static async read(api: Api, orgId: number): Promise<LibraryViews> {
    const boards = expectOk(await api.boards.list({ orgId }))
    const alerts = expectOk(await api.alerts.list({ orgId }))
    return new LibraryViews(api, orgId, {
      boards,
      alerts,
      pictures: expectOk(await api.visualizations.list({ orgId })),
    })
  }

  /** Creates the initial objects of a family that do not exist yet. */
  async show(unit: Unit): Promise<void> {
    await this.#alert(unit)
    if (!this.#pictures.has(unit.name)) await this.#draw(unit)
    await this.#board(unit)
  }

  async #alert({ name, template, params }: Unit): Promise<void> {
    for (const alert of alertsOf(template)) {
      const title = `${alert.name.en}: ${name}`
      if (this.#alerts.has(title)) continue
      const conditions = alert.conditions.map(({ label, ...rest }) => ({
        paramId: params.get(label)?.id ?? 0,
        ...rest,
      }))
      const { conditionLogic, logAs } = alert
      const definition = { name: title, conditionLogic, logAs, conditions, actions: [] }
      createdId(expectOk(await this.#api.alerts.create({ orgId: this.#orgId, ...definition })))
    }
  }

  async #draw({ name, site: group, params }: Unit): Promise<void> {
    const drawn = pictureOfDevice(
      name,
      [...params.values()].map((param) => ({
        ...param,
        name: typeof param.name === 'string' ? param.name : param.name.en,
        isWritable: param.isProgrammable,
        statesCount: Object.keys(param.enum ?? {}).length,
      })),
    )
    const picture = savedOf(drawn, new Map(), { items: [] })
    expectOk(await this.#api.visualizations.create({ orgId: this.#orgId, name, group, ...picture, updatePeriodSec }))
  }

  /** An empty dashboard comes from an interrupted start. */
  async #board({ name, template, templateId, params }: Unit): Promise<void> {
    const there = this.#boards.get(name)
    if (there !== undefined && there.widgetCount > 0) return
    const { id: dashboardId } = there ?? expectOk(await this.#api.dashboards.create({ orgId: this.#orgId, name }))
    const value = (label: string) => ({ key: params.get(label)?.slug ?? label })
    const widgets = widgetsOfFamily(template, { value, device: { variable: 'device' } }, 'en')
    const variable = { kind: 'device', templateId } as const
    expectOk(await this.#api.boards.save({ dashboardId, version: 1, variable, refreshSec: updatePeriodSec, widgets }))
  }
}
