import { gatewayCommand } from './gateway.ts'

/** In a checkout the panel is built when its sources changed. */
export const gateway = gatewayCommand(async () => (await import('@busbar/panel')).panelFolder())
