/* The output of a job: written as events or as one answer by its thread, read by the connection,
 * which is woken exactly when there is something new. */
#include <stdlib.h>
#include <string.h>

#include "web/api.h"
#include "web/job_private.h"

enum { BACKLOG_LIMIT = 1 << 18 /* unread bytes beyond which droppable events are dropped */ };

static void wake_reader(WebJob *job) {
    if (!job->has_reader || !job->is_reader_asleep) return;
    job->is_reader_asleep = false;
    job->reader.wake(job->reader.context);
}

static void put_reader_to_sleep(WebJob *job) {
    job->is_reader_asleep = true;
    job->reader.sleep(job->reader.context);
}

/* Without memory the text is lost, and the reader sees the end of the stream. */
static void append(WebJobOutput *buffer, const char *text, size_t length) {
    if (buffer->read > 0) {
        memmove(buffer->bytes, buffer->bytes + buffer->read, buffer->length - buffer->read);
        buffer->length -= buffer->read;
        buffer->read = 0;
    }
    if (buffer->length + length > buffer->size) {
        size_t size = 2 * (buffer->length + length);
        char *bytes = realloc(buffer->bytes, size);
        if (!bytes) return;
        buffer->bytes = bytes;
        buffer->size = size;
    }
    memcpy(buffer->bytes + buffer->length, text, length);
    buffer->length += length;
}

static void append_json(WebJobOutput *buffer, json_t *data) {
    char *text = json_dumps(data, JSON_COMPACT | JSON_REAL_PRECISION(10));
    if (text) append(buffer, text, strlen(text));
    free(text);
}

static void write_event(WebJob *job, const char *name, json_t *data) {
    append(&job->output, "event: ", 7);
    append(&job->output, name, strlen(name));
    append(&job->output, "\ndata: ", 7);
    append_json(&job->output, data);
    append(&job->output, "\n\n", 2);
}

/* With the lock. */
static bool is_behind(const WebJob *job) {
    return job->output.length - job->output.read > BACKLOG_LIMIT;
}

bool job_is_behind(WebJob *job) {
    pthread_mutex_lock(&job->lock);
    bool behind = is_behind(job);
    pthread_mutex_unlock(&job->lock);
    return behind;
}

void job_event(WebJob *job, const char *name, json_t *data, bool may_be_dropped) {
    pthread_mutex_lock(&job->lock);
    if (job->has_reader && !(may_be_dropped && is_behind(job))) write_event(job, name, data);
    job->state = JOB_STREAMING;
    wake_reader(job);
    pthread_mutex_unlock(&job->lock);
    json_decref(data);
}

static void end(WebJob *job, WebJobState state, int status, json_t *data) {
    pthread_mutex_lock(&job->lock);
    if (job->state == JOB_STREAMING) {
        if (state == JOB_FAILED) write_event(job, "error", data);
        job->state = JOB_ANSWERED;
    } else {
        append_json(&job->output, data);
        job->state = state;
        job->status = status;
    }
    wake_reader(job);
    pthread_mutex_unlock(&job->lock);
    json_decref(data);
}

void job_answer(WebJob *job, json_t *data) {
    end(job, JOB_ANSWERED, 200, data);
}

void job_fail(WebJob *job, int status, const char *code, const char *message) {
    end(job, JOB_FAILED, status, api_error(code, message));
}

WebJobState job_wait(WebJob *job) {
    pthread_mutex_lock(&job->lock);
    WebJobState state = job->state;
    if (state == JOB_BUSY) put_reader_to_sleep(job);
    pthread_mutex_unlock(&job->lock);
    return state;
}

ssize_t job_read(WebJob *job, char *bytes, size_t size) {
    ssize_t count = -1;
    pthread_mutex_lock(&job->lock);
    WebJobOutput *output = &job->output;
    size_t left = output->length - output->read;
    if (left > 0) {
        size_t part = left < size ? left : size;
        memcpy(bytes, output->bytes + output->read, part);
        output->read += part;
        count = (ssize_t)part;
    } else if (job->state == JOB_BUSY || job->state == JOB_STREAMING) {
        put_reader_to_sleep(job);
        count = 0;
    }
    pthread_mutex_unlock(&job->lock);
    return count;
}

int job_status(WebJob *job) {
    pthread_mutex_lock(&job->lock);
    int status = job->status;
    pthread_mutex_unlock(&job->lock);
    return status;
}
