// To know in which test a line runs, Node's runner follows every promise by a hook, which makes an `await` twenty-five times as long. An
// AsyncLocalStorage knows it too, at no cost that can be measured. To be loaded before `node:test`.
import hooks, { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } from 'node:async_hooks'

/** The number of the test that runs. */
const current = new AsyncLocalStorage()
/** Enters a test into the runner's book. */
let enter = () => {}

hooks.createHook = (callbacks) => {
  if (!callbacks.init?.toString().includes('testResources')) return createHook(callbacks)
  enter = (...args) => callbacks.init(...args)
  return { enable() {}, disable() {} }
}

hooks.executionAsyncId = () => current.getStore() ?? executionAsyncId()

/** A test is one. */
hooks.AsyncResource = class extends AsyncResource {
  constructor(type, options) {
    super(type, options)
    enter(this.asyncId(), type, this.triggerAsyncId(), this)
  }

  runInAsyncScope(act, self, ...args) {
    return super.runInAsyncScope(() => current.run(this.asyncId(), () => Reflect.apply(act, self, args)))
  }
}
