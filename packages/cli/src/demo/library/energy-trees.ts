import { type EnergyRole, energyOf } from '@busbar/templates/defaults'
import { type Api, expectOk } from '../api.ts'
import type { Unit } from './units.ts'

/** Consumption and production are not summed, so each role has a separate tree. */
const titles: Readonly<Record<EnergyRole, string>> = {
  consumption: 'Consumed',
  production: 'Produced',
  import: 'Taken from the grid',
  export: 'Fed into the grid',
  charge: 'Charged into batteries',
  discharge: 'Discharged from batteries',
}

interface Tree {
  id: string
  /** Ids by name: one for each kind of equipment. */
  branches: Map<string, string>
  paramIds: ReadonlySet<number>
}

/** Trees of the library, read when something is first put into them. */
export class EnergyTrees {
  readonly #api: Api
  readonly #orgId: number
  readonly #trees = new Map<EnergyRole, Promise<Tree>>()

  constructor(api: Api, orgId: number) {
    this.#api = api
    this.#orgId = orgId
  }

  /** Puts counters of a unit where their roles belong. */
  async add({ name, site, template, params }: Unit): Promise<void> {
    for (const { label, role, kind, multiplier } of energyOf(template)) {
      const tree = await this.#tree(role)
      const paramId = params.get(label)?.id ?? 0
      if (tree.paramIds.has(paramId)) continue
      const branchId = await this.#branch(tree, site)
      expectOk(await this.#api.trees.createSensor({ treeId: tree.id, name, branchId, paramId, kind, multiplier }))
    }
  }

  #tree(role: EnergyRole): Promise<Tree> {
    const known = this.#trees.get(role) ?? this.#read(titles[role])
    this.#trees.set(role, known)
    return known
  }

  async #read(title: string): Promise<Tree> {
    const found = expectOk(await this.#api.trees.list({ orgId: this.#orgId })).find(({ name }) => name === title)
    const { id: treeId } = found ?? expectOk(await this.#api.trees.create({ orgId: this.#orgId, name: title }))
    const { branches, sensors } = expectOk(await this.#api.trees.get({ treeId }))
    return {
      id: treeId,
      branches: new Map(branches.map(({ id, name }) => [name, id])),
      paramIds: new Set(sensors.map(({ paramId }) => paramId)),
    }
  }

  async #branch({ id: treeId, branches }: Tree, name: string): Promise<string> {
    const known = branches.get(name)
    if (known !== undefined) return known
    const { id } = expectOk(await this.#api.trees.createBranch({ treeId, name }))
    branches.set(name, id)
    return id
  }
}
