'use strict';

const channels = new Map();

class Channel {
    #subscribers = new Set();

    constructor(name) {
        this.name = name;
    }

    get hasSubscribers() {
        return this.#subscribers.size > 0;
    }

    subscribe(subscriber) {
        this.#subscribers.add(subscriber);
    }

    unsubscribe(subscriber) {
        return this.#subscribers.delete(subscriber);
    }

    publish(message) {
        for (const subscriber of this.#subscribers) {
            subscriber(message, this.name);
        }
    }

    runStores(message, fn, self, ...values) {
        this.publish(message);
        return Reflect.apply(fn, self, values);
    }
}

function channel(name) {
    if (!channels.has(name)) {
        channels.set(name, new Channel(name));
    }
    return channels.get(name);
}

const STEPS = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];

module.exports = {
    Channel,
    channel,
    hasSubscribers: (name) => channel(name).hasSubscribers,
    subscribe: (name, subscriber) => channel(name).subscribe(subscriber),
    unsubscribe: (name, subscriber) => channel(name).unsubscribe(subscriber),
    tracingChannel(name) {
        const own = Object.fromEntries(STEPS.map((step) => [step, channel(`tracing:${name}:${step}`)]));
        return {
            ...own,
            hasSubscribers: false,
            subscribe: (subscribers) => STEPS.filter((step) => subscribers[step])
                .forEach((step) => own[step].subscribe(subscribers[step])),
            unsubscribe: (subscribers) => STEPS.filter((step) => subscribers[step])
                .forEach((step) => own[step].unsubscribe(subscribers[step])),
            traceSync: (fn, context, self, ...values) => Reflect.apply(fn, self, values),
            tracePromise: (fn, context, self, ...values) => Reflect.apply(fn, self, values),
            traceCallback: (fn, position, context, self, ...values) => Reflect.apply(fn, self, values),
        };
    },
};
