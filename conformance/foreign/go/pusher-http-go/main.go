// The server SDK pusher-http-go: what it publishes and signs is received by a client without a library.
package main

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"os"
	"strings"

	"golang.org/x/crypto/nacl/secretbox"
)

var sdk = newSDK(appSecret)

func main() {
	check("trigger", func() {
		client := newListener()
		client.subscribe("a", nil)
		client.subscribe("b", nil)
		succeed(sdk.TriggerMulti([]string{"a", "b"}, "said", data))
		succeed(sdk.Trigger("b", "end", map[string]any{}))
		client.expect("said", "a", data)
		client.expect("said", "b", data)
		client.expect("end", "b", map[string]any{})
	})

	check("batch", func() {
		client := newListener()
		client.subscribe("batched", nil)
		var events []event
		for n := 0; n < 10; n++ {
			events = append(events, event{Channel: "batched", Name: "said", Data: numbered(n)})
		}
		succeed(triggerBatch(events))
		for n := range events {
			client.expect("said", "batched", numbered(n))
		}
	})

	check("excluded", func() {
		own, other := newListener(), newListener()
		own.subscribe("others", nil)
		other.subscribe("others", nil)
		succeed(sdk.TriggerExclusive("others", "said", data, own.socketID))
		succeed(sdk.Trigger("others", "end", map[string]any{}))
		other.expect("said", "others", data)
		own.expect("end", "others", map[string]any{})
	})

	check("authorization", func() {
		client := newListener()
		client.subscribe("private-orders", private(client, "private-orders"))
		answer := client.subscribe("presence-room", presence(client, "presence-room", "ann"))
		equal(answer["presence"], map[string]any{
			"count": 1.0, "ids": []any{"ann"}, "hash": map[string]any{"ann": map[string]any{"name": "Ann"}},
		})
		succeed(sdk.Trigger("private-orders", "said", data))
		client.expect("said", "private-orders", data)
	})

	users()

	check("encrypted", func() {
		client := newListener()
		name := "private-encrypted-notes"
		signed := private(client, name)
		client.subscribe(name, signed)
		succeed(sdk.Trigger(name, "said", data))
		_, _, sealed := client.next()
		equal(object(opened(object(signed)["shared_secret"], sealed.(map[string]any))), asJSON(data))
	})

	check("queries", func() {
		client := newListener()
		client.subscribe("queried", nil)
		client.subscribe("presence-queried", presence(client, "presence-queried", "eve"))
		all, err := channels("presence-q", "user_count")
		succeed(err)
		equal(len(all.Channels), 1)
		equal(all.Channels["presence-queried"].UserCount, 1)
		one, err := channel("queried", "subscription_count")
		succeed(err)
		equal([]any{one.Occupied, one.SubscriptionCount}, []any{true, 1})
		members, err := sdk.GetChannelUsers("presence-queried")
		succeed(err)
		equal(len(members.List), 1)
		equal(members.List[0].ID, "eve")
		none, err := channel("nothing", "")
		succeed(err)
		equal(none.Occupied, false)
	})

	check("webhooks", func() {
		newListener().subscribe("hooked", nil)
		report := ask("/webhook/next", nil)
		headers := http.Header{"X-Pusher-Key": {report["key"].(string)}, "X-Pusher-Signature": {report["signature"].(string)}}
		body := report["body"].(string)
		webhook, err := sdk.Webhook(headers, []byte(body))
		succeed(err)
		equal(len(webhook.Events), 1)
		equal(webhook.Events[0].Name, "channel_occupied")
		equal(webhook.Events[0].Channel, "hooked")
		_, err = sdk.Webhook(headers, []byte(strings.ReplaceAll(body, "hooked", "hacked")))
		equal(err != nil, true)
		_, err = newSDK("guess").Webhook(headers, []byte(body))
		equal(err != nil, true)
	})

	check("refused", func() {
		rejected(newSDK("guess").Trigger("a", "said", data), "401")
		rejected(sdk.Trigger("a", "said", strings.Repeat("x", 20_000)), tooLarge)
	})

	if failed {
		os.Exit(1)
	}
}

// users checks the methods for users, which came with 5.1.0. No version can terminate a user's connections.
func users() {
	type signer interface {
		AuthenticateUser(params []byte, user map[string]interface{}) ([]byte, error)
		SendToUser(user, event string, data interface{}) error
	}
	own, has := any(sdk).(signer)
	if !has {
		lacks("users", "comes with 5.1.0")
		return
	}
	check("users", func() {
		client := newListener()
		signed, err := own.AuthenticateUser([]byte("socket_id="+url.QueryEscape(client.socketID)), map[string]any{"id": "bob"})
		succeed(err)
		client.send("pusher:signin", object(signed))
		event, _, _ := client.next()
		equal(event, "pusher:signin_success")
		succeed(own.SendToUser("bob", "said", data))
		client.expect("said", "#server-to-user-bob", data)
	})
}

// private signs a private channel, from the parameters that a client posts to an application.
func private(client listener, channel string) []byte {
	signed, err := sdk.AuthenticatePrivateChannel(parameters(client, channel))
	succeed(err)
	return signed
}

func presence(client listener, channel, user string) []byte {
	name := strings.ToUpper(user[:1]) + user[1:]
	signed, err := sdk.AuthenticatePresenceChannel(parameters(client, channel), member{UserID: user, UserInfo: map[string]string{"name": name}})
	succeed(err)
	return signed
}

func parameters(client listener, channel string) []byte {
	return []byte(url.Values{"socket_id": {client.socketID}, "channel_name": {channel}}.Encode())
}

// opened decrypts a message with a channel's shared secret.
func opened(secret any, sealed map[string]any) []byte {
	var key [32]byte
	var nonce [24]byte
	copy(key[:], decoded(secret))
	copy(nonce[:], decoded(sealed["nonce"]))
	text, ok := secretbox.Open(nil, decoded(sealed["ciphertext"]), &nonce, &key)
	equal(ok, true)
	return text
}

func decoded(text any) []byte {
	bytes, err := base64.StdEncoding.DecodeString(text.(string))
	succeed(err)
	return bytes
}
