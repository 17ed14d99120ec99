import { type DomainHandlers, withNeeds } from '../accounts/call.ts'
import type { budgets } from './budgets/budgets.contract.ts'
import { budgetsHandlers } from './budgets/budgets.http.ts'
import type { counters } from './counters/counters.contract.ts'
import { countersHandlers } from './counters/counters.http.ts'
import type { EnergyNeeds } from './needs.ts'
import type { treeDegreeDays } from './profiles/degree-days.contract.ts'
import { treeDegreeDaysHandlers } from './profiles/degree-days.http.ts'
import type { treeProfiles } from './profiles/profiles.contract.ts'
import { treeProfilesHandlers } from './profiles/profiles.http.ts'
import type { reportFigures } from './report-figures/figures.contract.ts'
import { reportFiguresHandlers } from './report-figures/figures.http.ts'
import type { reportMails } from './report-mails/mails.contract.ts'
import { reportMailsHandlers } from './report-mails/mails.http.ts'
import type { reports } from './reports/reports.contract.ts'
import { reportsHandlers } from './reports/reports.http.ts'
import type { tariffs } from './tariffs/tariffs.contract.ts'
import { tariffsHandlers } from './tariffs/tariffs.http.ts'
import type { treeEnergy } from './tree-energy/energy.contract.ts'
import { treeEnergyHandlers } from './tree-energy/energy.http.ts'
import type { trees } from './trees/trees.contract.ts'
import { treesHandlers } from './trees/trees.http.ts'

interface EnergyContract {
  counters: typeof counters
  reports: typeof reports
  reportFigures: typeof reportFigures
  reportMails: typeof reportMails
  trees: typeof trees
  treeEnergy: typeof treeEnergy
  treeProfiles: typeof treeProfiles
  treeDegreeDays: typeof treeDegreeDays
  tariffs: typeof tariffs
  budgets: typeof budgets
}

/** Handlers of all endpoints for energy trees, reports and budgets. */
export const energyHandlers = (needs: EnergyNeeds): DomainHandlers<EnergyContract> =>
  withNeeds<EnergyContract, EnergyNeeds>(
    {
      counters: countersHandlers,
      reports: reportsHandlers,
      reportFigures: reportFiguresHandlers,
      reportMails: reportMailsHandlers,
      trees: treesHandlers,
      treeEnergy: treeEnergyHandlers,
      treeProfiles: treeProfilesHandlers,
      treeDegreeDays: treeDegreeDaysHandlers,
      tariffs: tariffsHandlers,
      budgets: budgetsHandlers,
    },
    needs,
  )
