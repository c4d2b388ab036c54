package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"time"
)

var (
	appID, appKey, appSecret = os.Getenv("APP_ID"), os.Getenv("APP_KEY"), os.Getenv("APP_SECRET")
	encryptionKey            = os.Getenv("ENCRYPTION_KEY")
	hostPort                 = os.Getenv("BATON_HOST") + ":" + os.Getenv("BATON_PORT")
	// The application waits up to 20 s for a message.
	httpClient = &http.Client{Timeout: 60 * time.Second}
	failed     = false
)

// published is what programs publish: a client has to receive just this, once. The planted faults look for its text
// before its number, so it is no map, whose keys Go sorts.
type published struct {
	Text   string `json:"text"`
	Deep   []any  `json:"deep"`
	Number int    `json:"number"`
	N      *int   `json:"n,omitempty"`
}

var data = published{Text: "Grüße", Deep: []any{1, map[string]any{"yes": true, "none": nil}}, Number: 7351}

// numbered returns the data with a number of its own.
func numbered(n int) published {
	value := data
	value.N = &n
	return value
}

// check runs a check and reports its outcome. A check fails by a panic.
func check(name string, body func()) {
	defer func() {
		if reason := recover(); reason != nil {
			failed = true
			text := strings.ReplaceAll(fmt.Sprint(reason), "\n", " ")
			fmt.Printf("not ok %s: %s: %.600s\n", name, failedAt(), text)
		} else {
			fmt.Printf("ok %s\n", name)
		}
	}()
	body()
}

// failedAt returns the line of the program that panicked.
func failedAt() string {
	for depth := 1; ; depth++ {
		_, file, line, ok := runtime.Caller(depth)
		if !ok {
			return "unknown line"
		}
		if filepath.Base(file) == "main.go" {
			return fmt.Sprintf("main.go:%d", line)
		}
	}
}

// lacks reports a check that this version has nothing for.
func lacks(name, why string) { fmt.Printf("lacks %s: %s\n", name, why) }

// succeed fails where there is an error.
func succeed(err error) {
	if err != nil {
		panic(err)
	}
}

// equal fails where two values differ.
func equal(value, expected any) {
	if !reflect.DeepEqual(value, expected) {
		panic(fmt.Sprintf("%#v instead of %#v", value, expected))
	}
}

// rejected fails unless there is an error whose text contains `part`.
func rejected(err error, part string) {
	if err == nil || !strings.Contains(err.Error(), part) {
		panic(fmt.Sprintf("%v instead of an error with %q", err, part))
	}
}

// ask sends a request to ../../application.py and returns its JSON.
func ask(path string, body any) map[string]any {
	text, err := json.Marshal(body)
	succeed(err)
	answer, err := httpClient.Post(os.Getenv("APPLICATION_URL")+path, "application/json", bytes.NewReader(text))
	succeed(err)
	defer answer.Body.Close()
	read, err := io.ReadAll(answer.Body)
	succeed(err)
	if answer.StatusCode != 200 {
		panic(fmt.Sprintf("%s: %d %s", path, answer.StatusCode, read))
	}
	return object(read)
}

// object parses a JSON object.
func object(text []byte) map[string]any {
	var value map[string]any
	succeed(json.Unmarshal(text, &value))
	return value
}

// listener is a client without a library.
type listener struct{ socketID, query string }

func newListener() listener {
	id := ask("/listener", nil)["socket_id"].(string)
	return listener{id, "?socket_id=" + url.QueryEscape(id)}
}

func (l listener) send(event string, data any) {
	ask("/listener/send"+l.query, map[string]any{"event": event, "data": data})
}

// next returns the next message's event, channel and data, the latter as JSON.
func (l listener) next() (event, channel string, data any) {
	message := ask("/listener/next"+l.query, nil)
	event, _ = message["event"].(string)
	channel, _ = message["channel"].(string)
	data = message["data"]
	if text, ok := data.(string); ok {
		succeed(json.Unmarshal([]byte(text), &data))
	}
	return event, channel, data
}

// expect fails unless this is the next message, with this data as JSON.
func (l listener) expect(event, channel string, data any) {
	gotEvent, gotChannel, gotData := l.next()
	equal([]any{gotEvent, gotChannel, gotData}, []any{event, channel, asJSON(data)})
}

// asJSON returns what a client decodes where this value was published.
func asJSON(value any) (decoded any) {
	text, err := json.Marshal(value)
	succeed(err)
	succeed(json.Unmarshal(text, &decoded))
	return decoded
}

// subscribe subscribes with what the SDK signed, waits for the confirmation and returns its data.
func (l listener) subscribe(channel string, signed []byte) map[string]any {
	request := map[string]any{}
	if signed != nil {
		request = object(signed)
	}
	request["channel"] = channel
	l.send("pusher:subscribe", request)
	event, _, data := l.next()
	equal(event, "pusher_internal:subscription_succeeded")
	answer, _ := data.(map[string]any)
	return answer
}
