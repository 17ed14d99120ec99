import { at } from '@busbar/kit'
import { Bus } from '../bus/bus.ts'
import { ExchangeStreams } from '../bus/exchange-streams.ts'
import { Gate } from '../bus/gate/gate.ts'
import { Identification } from '../bus/identify/identify.ts'
import { Search } from '../bus/identify/search.ts'
import { TaskBroker } from '../tasks/mqtt/task-broker.ts'
import { Tasks } from '../tasks/tasks.ts'
import type { PartContext, PartCreators } from './gateway-parts.ts'
import { taskCodeOf } from './modem-link.ts'
import { ownUnit } from './own-unit.ts'
import { remoteServersFor, watched, watchedRemote } from './remote-servers.ts'

/** The requester of requests that a master sends while the port is a slave. */
const master = { name: 'master on the bus', signal: new AbortController().signal }

/** The serial line with its gate, remote servers, searches and tasks. */
export const fieldParts = ({
  host,
}: PartContext): PartCreators<
  'bus' | 'exchangeStreams' | 'gate' | 'remoteServers' | 'search' | 'identification' | 'taskBroker' | 'tasks'
> => {
  const { clock, newBytes, identity, deviceClock, store } = host
  const { now } = deviceClock
  return {
    bus: (parts) =>
      new Bus({
        openPort: host.openPort,
        clock,
        settings: store.active.serial,
        slave: (unit, pdu) => {
          parts.autoReset.fieldAnswered()
          return parts.gate.answerOwn(master, unit, pdu)
        },
        log: parts.logOf('system'),
      }),
    exchangeStreams: ({ bus }) => new ExchangeStreams({ exchanges: bus.exchanges, clock, now }),
    remoteServers: ({ logOf, paths, modbusPorts }) => remoteServersFor(host, logOf('lwip'), paths, modbusPorts),
    gate: (parts) => {
      const onAnswer = () => parts.autoReset.fieldAnswered()
      const own = ownUnit({
        identity,
        store,
        localClock: parts.localClock,
        restart: () => parts.rebooter.rebootAfter(0),
        announcement: () => parts.callBack.announcement(),
        tasks: (address, count) => parts.tasks.registers(address, count),
      })
      return new Gate({
        bus: watched(parts.bus, onAnswer),
        remote: watchedRemote(parts.remoteServers, onAnswer),
        settings: () => store.active,
        own,
        clock,
      })
    },
    search: ({ bus }) => new Search({ bus, clock, answerMs: () => store.active.serial.delayForRtuMs }),
    identification: ({ bus, card }) => new Identification({ bus, card, hiddenUnit: () => store.active.ownSrv.vUid }),
    taskBroker: ({ logOf }) =>
      new TaskBroker({
        choice: host.brokerChoice,
        mac: identity.mac,
        clock,
        random: () => at(newBytes(1), 0) / 256,
        log: logOf('tasks'),
      }),
    tasks: (parts) =>
      new Tasks({
        card: parts.card,
        gate: parts.gate,
        settings: store.active.tasksLogging,
        clock,
        now,
        localNow: parts.localNow,
        sun: () => parts.localClock.sun(),
        sendSms: ({ phone, text }) => taskCodeOf(parts.modemLink.modem.sendTo(phone, text)),
        broker: parts.taskBroker,
        log: parts.logOf('tasks'),
      }),
  }
}
