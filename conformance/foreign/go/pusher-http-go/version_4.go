//go:build v4

package main

import "github.com/pusher/pusher-http-go"

// newSDK returns a client of the HTTP API. This version rejects large data itself.
func newSDK(secret string) *pusher.Client {
	return &pusher.Client{
		AppID: appID, Key: appKey, Secret: secret, Host: hostPort, HTTPClient: httpClient, EncryptionMasterKeyBase64: encryptionKey,
	}
}

type (
	event  = pusher.Event
	member = pusher.MemberData
)

const tooLarge = "smaller than 10kb"

func triggerBatch(events []event) error { return sdk.TriggerBatch(events) }

func channels(prefix, info string) (*pusher.ChannelsList, error) {
	return sdk.Channels(map[string]string{"filter_by_prefix": prefix, "info": info})
}

func channel(name, info string) (*pusher.Channel, error) {
	return sdk.Channel(name, map[string]string{"info": info})
}
