// Talking to the server. A page is one session: a new search of the page stops the one before.

/** A refusal by the server, or (code 'offline') no server at all. */
export class ApiError extends Error {
    /** @param {string} code @param {string} message */
    constructor(code, message) {
        super(message);
        this.code = code;
    }
}

export const session = Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) =>
    b.toString(16).padStart(2, '0'),
).join('');

/** Tells when the server goes away ('lost') and comes back ('back'). */
export const connection = new EventTarget();
let isLost = false;

function lose() {
    if (isLost) return;
    isLost = true;
    connection.dispatchEvent(new Event('lost'));
    const look = async () => {
        try {
            const answer = await fetch('/api/v1/status', { cache: 'no-store' });
            if (!answer.ok) throw new Error();
            isLost = false;
            connection.dispatchEvent(new Event('back'));
        } catch {
            setTimeout(look, 700);
        }
    };
    setTimeout(look, 400);
}

/** @param {AbortSignal} [signal] @returns {Promise<void>} */
export function whenBack(signal) {
    if (!isLost) return Promise.resolve();
    return new Promise((resolve, reject) => {
        connection.addEventListener('back', () => resolve(), { once: true });
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
}

/** @param {string} verb @param {object|null} body @param {AbortSignal} [signal] */
async function request(verb, body, signal) {
    let answer;
    try {
        answer = await fetch(
            `/api/v1/${verb}`,
            body === null
                ? { signal }
                : {
                      method: 'POST',
                      headers: { 'content-type': 'application/json' },
                      body: JSON.stringify(body),
                      signal,
                  },
        );
    } catch (error) {
        if (signal?.aborted) throw error;
        lose();
        throw new ApiError('offline', 'no answer');
    }
    if (answer.ok) return answer;
    let code = 'http',
        message = `HTTP ${answer.status}`;
    try {
        ({ code, message } = (await answer.json()).error);
    } catch {
        /* not ours: keep the number */
    }
    throw new ApiError(code, message);
}

/**
 * Asks once. A GET if there is no body.
 * @param {string} verb
 * @param {object|null} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function call(verb, body = null, signal) {
    const answer = await request(verb, body, signal);
    try {
        return await answer.json();
    } catch (error) {
        if (signal?.aborted) throw error;
        lose();
        throw new ApiError('offline', 'the answer broke off');
    }
}

/**
 * Asks, and asks again when the server is back, for what the game cannot continue without.
 * @param {string} verb
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function insist(verb, body, signal) {
    for (;;) {
        try {
            return await call(verb, body, signal);
        } catch (error) {
            if (!(error instanceof ApiError) || (error.code !== 'offline' && error.code !== 'busy'))
                throw error;
            if (error.code === 'busy') await new Promise((resolve) => setTimeout(resolve, 500));
            await whenBack(signal);
        }
    }
}

/**
 * Reads a stream of server-sent events.
 * @param {string} verb
 * @param {object} body
 * @param {AbortSignal} signal  aborting it stops the search
 * @returns {AsyncGenerator<{event: string, data: any}>}
 */
export async function* stream(verb, body, signal) {
    const answer = await request(verb, { session, ...body }, signal);
    if (!answer.body) return;
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
        let part;
        try {
            part = await reader.read();
        } catch (error) {
            if (signal.aborted) throw error;
            lose();
            throw new ApiError('offline', 'the answer broke off');
        }
        if (part.done) return;
        text += part.value;
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
            const [first, second] = text.slice(0, end).split('\n');
            text = text.slice(end + 2);
            const event = first.slice('event: '.length),
                data = JSON.parse(second.slice('data: '.length));
            if (event === 'error') throw new ApiError(data.error.code, data.error.message);
            yield { event, data };
        }
    }
}
